import { raw, html as template } from 'hono/html'

/** HTML whose texts are escaped. */
export type Html = ReturnType<typeof raw>

type Value = Html | string | number | boolean | null | undefined | readonly Value[]

/** HTML with every text in it escaped, but what is HTML already. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  // Nothing in it is awaited, so it is made at once.
  template(strings, ...values) as Html

export { raw }
