/** The tag of something that is kept under a version, or of several such things (RFC 9110, 8.8.3). */
export const versionTag = (...versions: readonly number[]): string => `"v${versions.join('.')}"`

/**
 * Whether a list of tags, as `If-Match` and `If-None-Match` carry it, names one. A cache on the way may have made the tag
 * a weak one; for a whole document that says the same.
 */
export const namesTag = (list: string, tag: string): boolean =>
  list.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)

/** Whether a change was made from what is there now. Who shows no tag does not ask. */
export const isCurrent = (ifMatch: string | undefined, tag: string): boolean =>
  ifMatch === undefined || namesTag(ifMatch, tag)
