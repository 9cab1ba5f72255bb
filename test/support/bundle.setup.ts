export { bundleIfStale as setup } from "../../scripts/bundle.ts";
