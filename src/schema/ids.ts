import { z } from "zod";

/** An id that is also a key: a letter, and a mark in it, so that it is never the name of something every object has. */
export const FeatureId = z.string().regex(/^[A-Za-z][A-Za-z0-9]*[_.\-\d][\w.-]*$/, "must look like feat_001_name");
