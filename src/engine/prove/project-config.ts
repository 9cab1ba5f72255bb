import { refuseUnreadable } from "../../core/pattern/settings.ts";
import { Config } from "../../schema/config.ts";

/** A configuration whose patterns can be read as every part of the product reads them: the schema knows their place alone. */
export const ProjectConfig = Config.superRefine((config, context) => {
  const { test_files, ui_files, checks, governor, gates } = config;
  const whens = Object.entries(gates).map(([id, { when }]) => [
    `gates.${id}.when`,
    typeof when === "string" ? [] : when,
  ]);
  refuseUnreadable(
    {
      test_files,
      // Here alone a pattern may take away what the usual ones name.
      ui_files: ui_files.map((pattern) => pattern.replace(/^!/, "")),
      "checks.coverage_exclude": checks.coverage_exclude,
      "governor.high_stakes_paths": governor.high_stakes_paths,
      "governor.low_stakes_paths": governor.low_stakes_paths,
      ...Object.fromEntries(whens),
    },
    context,
  );
});
