/** Packages that only these tests use, each pinned here. */

export { zipSync } from "npm:fflate@0.8.3";
export { parse as parseYaml } from "npm:yaml@2.9.1";
