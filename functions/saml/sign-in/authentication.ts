import { attributeOf, childrenNamed, names, textOf } from '../xml/xml.ts'

/** How an assertion says that somebody signed in: when, and in which contexts. */
export type Authentication = {
  readonly instant: string | undefined
  readonly contexts: readonly (string | undefined)[]
}

/** One for each AuthnStatement of an assertion, which a signature has to vouch for. */
export const authenticationsOf = (assertion: Element): readonly Authentication[] =>
  childrenNamed(assertion, names.assertion, 'AuthnStatement').map((statement) => ({
    instant: attributeOf(statement, 'AuthnInstant'),
    contexts: childrenNamed(statement, names.assertion, 'AuthnContext').flatMap((context) =>
      childrenNamed(context, names.assertion, 'AuthnContextClassRef').map(textOf),
    ),
  }))
