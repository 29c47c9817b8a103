/** The introduction for newcomers, at the top of the document. */
export const introduction = `One API for campus life: people, organizations, events and their seats.

## Schools

Each school has its own host, such as \`https://demo.example.edu\`. A request concerns the school whose host receives it. The platform host (\`www\`) serves requests about several schools. On one machine, hosts are below \`localhost\`, such as \`demo.localhost\`, with a port.

## Signing in

1. Send \`POST /login\` with \`email\` and \`password\`. A browser receives two cookies that scripts cannot read, and needs nothing else.
2. A program also sends \`X-Client: mobile\` and receives \`accessToken\` and \`refreshToken\` in the body. It sends the access token with each request: \`Authorization: Bearer <accessToken>\`.
3. An access token is valid for some minutes. After \`401\` with \`TOKEN_EXPIRED\`, call \`POST /refresh-token\` with the refresh token in \`X-Refresh-Token\`, store both new tokens, and repeat the request.

Sign-in with Google, Apple or the school's identity provider leads to the same session.

## Guests and members

An account belongs to the whole platform. People are members of the schools they have joined. At other schools they are guests: they see public content and can register for events that are open to guests. Each operation states who can call it. The permissions of an organization's members follow from their roles. They are read with each request, never from the token.

## Responses and errors

A success is \`{"success": true, "message"?, "data"?}\`; some older operations return their fields beside \`success\`. An error is \`{"success": false, "message", "code"?, "field"?, "details"?}\`. \`message\` is for people; programs use the status and the code. Every error has its code in the header \`X-Error-Code\`; bodies of some older operations have no \`code\`. \`details\` names each invalid field and the expected value. With \`429\` and \`503\`, \`Retry-After\` gives the seconds to wait. Each response has an \`X-Request-Id\`, by which the operator can look it up. Most operations reject unknown fields. Responses can gain fields at any time: ignore those you do not know.

## Pagination

Lists accept \`limit\` and return \`nextCursor\`, in the body or as the header \`X-Next-Cursor\`. Send it as \`cursor\` until a response has none. A cursor is opaque and not a secret. Older lists also accept \`page\` or \`skip\`. If \`totalIsLowerBound\` is true, there can be more entries than \`total\` states.

## Idempotency

Operations that create something accept an \`Idempotency-Key\`, except those that return tokens or recovery codes. The key is a name you choose for one request, of 8 to 128 letters, digits or \`_.:-\`. For 24 hours, a request with the same key returns the first response and changes nothing. After a lost connection or a \`503\`, send the same request with the same key. Without a key, many operations recognize equal content from the same person for some seconds, as each one states, and return the first response. To create two equal records, send two keys.

## Concurrent changes

If a response has an \`ETag\`, send it as \`If-Match\` with your change. \`409\` means that the record has changed since: read it again, then decide. Lists that clients may cache also have an \`ETag\`, for \`If-None-Match\`.

## Versions

The API has one version that grows: operations, fields and codes are added at any time. [The changes](/docs/changes) list everything that can break a client, and what will be removed and when. Operations and older addresses that only existing clients need are [in a group of their own](/docs/existing), each with the operation to call instead. They are marked \`deprecated\` in the OpenAPI document, and stay.`

/** Domains in reading order for newcomers. Unnamed domains follow, the sample store last. */
const reading = [
  'auth',
  'users',
  'organizations',
  'members',
  'invites',
  'events',
  'attendance',
  'checkins',
  'calendars',
  'notifications',
  'planning',
  'approvals',
  'agendas',
  'jobs',
  'tasks',
  'rooms',
  'forms',
  'messages',
  'announcements',
  'budgets',
  'verification',
  'analytics',
  'management',
  'stakeholders',
  'exports',
  'providers',
  'passwords',
  'mfa',
  'emails',
  'sessions',
  'privacy',
  'saml',
  'operators',
  'admins',
  'impersonation',
  'audit',
  'tenants',
  'platform',
  'documents',
  'pages',
]

const placeOf = (domain: string): number => {
  if (domain === 'plants') return reading.length + 1
  const at = reading.indexOf(domain)
  return at < 0 ? reading.length : at
}

export const inReadingOrder = <T extends { readonly domain: string }>(
  contracts: readonly T[],
): readonly T[] => [...contracts].sort((a, b) => placeOf(a.domain) - placeOf(b.domain))
