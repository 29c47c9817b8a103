const weak = 'Algorithms that have been broken, or are about to be, count at no school.'
const unbound =
  'Every answer belongs to the request of one browser. Shibboleth asks for that only where it is set.'
const ambiguous =
  'Readers of XML have read such a text in different ways, and honest identity providers write none of it.'
const unlimited = 'An assertion without this bound could be used for ever, or by every service.'
const alien = 'Nothing may stand where SAML has no place for it.'

/** Responses that Shibboleth takes and we refuse, by their names, and why that is meant so. */
export const stricter: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      [weak, ['SHA-1', 'SHA-1 over SHA-256', 'a digest of SHA-1', 'SHA-1 over the message']],
      [weak, ['an assertion that is encrypted with triple DES']],
      [
        'Shibboleth signs people in without the name. Here the name says who they are.',
        [
          'a name that is encrypted by triple DES',
          'a name whose key is encrypted by RSA 1.5',
          'a name that is encrypted to somebody else',
          'an encrypted text for a name',
        ],
      ],
      [
        unbound,
        [
          'another request in the signed part',
          'no request in the signed part',
          'another request on the envelope',
          'no request on the envelope',
        ],
      ],
      [unlimited, ['no audience', 'no conditions', 'conditions without an end']],
      ['SAML writes times in UTC.', ['a time of another zone']],
      ['A Destination that is there names us.', ['an empty destination, signed: assertion']],
      ['Ids are names of XML, so that nobody can hide a second one.', ['an id that is no name']],
      ['The session here ends with the one there.', ['a session that has ended']],
      [
        'A response holds one assertion, so that nobody can read another one than was checked.',
        ['XSW3: a forged assertion before the genuine one', 'XSW7: the forged assertion among extensions'],
      ],
      [
        'What costs a processor more than any honest message is read no further.',
        ['very deep', 'very long', 'very many attributes', 'very many elements'],
      ],
      [alien, ['a text in the assertion', 'a text in the response', 'a text in the status']],
      [
        ambiguous,
        [
          'CDATA between elements',
          'CDATA inside an attribute',
          'CDATA inside the name',
          'a comment before a name',
          'a comment behind a name',
          'a comment inside an attribute',
          'a comment inside the audience',
          'a comment inside the digest',
          'a comment inside the name',
          'a declaration of UTF-16',
          'a declaration of XML 1.1',
          'an instruction before it',
        ],
      ],
    ] as const
  ).flatMap(([reason, names]) => names.map((name) => [name, reason])),
)
