import { z } from "zod";

export const Id = z.string().min(1);
export const Name = z.string().min(1);
export const Reason = z.string().min(1);
/** The person whose command wrote an event, as they name themselves; absent in older journals, and where it was nobody's. */
export const By = Id.optional();
/** A person's word that an event carries out, where such an event also comes without one; absent as `By` is. */
export const Decided = z.strictObject({ by: Id, comment: z.string() }).optional();
export const Text = z.string();
export const Texts = z.array(Text);
export const Count = z.number().int().nonnegative();
export const Positive = z.number().int().positive();
export const Ratio = z.number().min(0).max(1);

/** SHA-256, in hex. */
export const Hash = z.string().regex(/^[0-9a-f]{64}$/);
/** A commit of a repository with SHA-1 or SHA-256 objects. */
export const Commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** An id that is also a key: a letter, and a mark in it, so that it is never the name of something every object has. */
export const FeatureId = z.string().regex(/^[A-Za-z][A-Za-z0-9]*[_.\-\d][\w.-]*$/, "must look like feat_001_name");
