/** A text with a capital letter at its beginning, in a language (BCP 47). */
export const sentenceCase = (text: string, language = 'en'): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
