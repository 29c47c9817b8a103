/** A name as it is compared: two that differ in case, width or blanks are one. */
export const orgNameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
