/** A domain as a property name. */
export const camel = (domain: string): string =>
  domain.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
