/** The introduction for newcomers, at the top of the document. */
export const introduction = `One interface for everything that happens on a campus: people, organizations, events and their seats.

## Schools

Each school has a host of its own: \`https://demo.example.edu\` is the school \`demo\`, and a call concerns the school whose host it goes to. The platform host (\`www\`) answers what is about several schools. On one machine the host is \`http://demo.localhost:3000\`.

## Signing in

1. \`POST /login\` with \`email\` and \`password\`. A browser gets two cookies that no script can read, and has nothing else to do.
2. A program sends \`X-Client: mobile\` too and finds \`accessToken\` and \`refreshToken\` in the body. It sends the first with each call: \`Authorization: Bearer <accessToken>\`.
3. An access token lasts some minutes. After \`401\` with \`TOKEN_EXPIRED\`, call \`POST /refresh-token\` with the refresh token in \`X-Refresh-Token\`, keep both new tokens, and send the call again.

Google, Apple and the school's own single sign-on lead to the same session.

## Guests and members

An account belongs to the whole platform. At the school that somebody joined they are a member. Elsewhere they are a guest, who sees what is public and may register for events that are open to guests. Each operation says who may call it. What members of an organization may do follows from their roles there. Rights are read with each request, never from the token.

## Answers and errors

A success is \`{"success": true, "message"?, "data"?}\`; some older operations have their fields beside \`success\`. A refusal is \`{"success": false, "message", "code"?, "field"?, "details"?}\`. \`message\` is for people; decide by the status and by \`code\`. \`details\` names each wrong field and what to send instead. \`429\` and \`503\` say in \`Retry-After\` when to come back. Each answer has an \`X-Request-Id\`, which the operator can look up. Most operations refuse a field that they do not know. New fields may come with any answer: pass over what you do not know.

## Pages of a list

Lists take \`limit\` and answer \`nextCursor\`, in the body or as the header \`X-Next-Cursor\`. Send it as \`cursor\` until there is none. A cursor is no secret and has no meaning of its own. Older lists also count by \`page\` or \`skip\`. Where \`totalIsLowerBound\` is true, there may be more than \`total\` says.

## Doing it once

Operations that create, but those that hand out tokens or recovery codes, take an \`Idempotency-Key\`: a name that you give this one request, 8 to 128 letters, digits or \`_.:-\`. For 24 hours a repetition gets the first answer and nothing happens twice. So after a lost connection or a \`503\`, send the same request with the same key. Without a key, many of them know the same content from the same person again for some seconds, as each says, and answer what they answered first. Whoever means it twice sends two keys.

## Changing what others may have changed

Where an answer has an \`ETag\`, send it back as \`If-Match\` with the change. \`409\` says that somebody else was faster: read again, and decide anew. Lists that may be kept have an \`ETag\` for \`If-None-Match\`, too.

## Versions

This is one version that grows: operations, fields and codes are added at any time. What could harm a client, and what is going to be removed and when, is said in [the changes](/docs/changes). Paths whose \`operationId\` ends in \`Alias\` are older addresses of the same operation.`

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
