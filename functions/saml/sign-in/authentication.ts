import { attributeOf, childrenNamed, names, textOf } from '../xml/xml.ts'

/** A statement of an assertion that a person signed in: when, and in which contexts. */
export type Authentication = {
  readonly instant: string | undefined
  readonly contexts: readonly (string | undefined)[]
}

/** One for each AuthnStatement of an assertion, which a signature must cover. */
export const authenticationsOf = (assertion: Element): readonly Authentication[] =>
  childrenNamed(assertion, names.assertion, 'AuthnStatement').map((statement) => ({
    instant: attributeOf(statement, 'AuthnInstant'),
    contexts: childrenNamed(statement, names.assertion, 'AuthnContext').flatMap((context) =>
      childrenNamed(context, names.assertion, 'AuthnContextClassRef').map(textOf),
    ),
  }))
