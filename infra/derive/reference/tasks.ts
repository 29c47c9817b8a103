import { sampleOrigin } from '../../../functions/documents/contract.ts'
import { type Code, codeFigures } from './code.ts'
import { words } from './html.ts'

type Task = {
  readonly id: string
  readonly title: string
  readonly text: readonly string[]
  readonly code: Code
}

/** The first tasks of a developer, in order. The TypeScript of each continues that of the ones before. */
export const tasks: readonly Task[] = [
  {
    id: 'sign-in',
    title: 'Sign in',
    text: [
      'Send email address and password. A program also sends `X-Client: mobile`, and receives both tokens in the body; a browser receives cookies that scripts cannot read. If the account has a second factor, the response names the next step instead of tokens.',
      'The typed client keeps the tokens in your store, sends them, and renews them.',
    ],
    code: {
      curl: `curl -X POST '${sampleOrigin}/login' \\
  -H 'X-Client: mobile' \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"ada@demo.example.edu","password":"demo password"}'

# Requests of a signed-in person send data.accessToken:
export TOKEN='eyJhbGciOi…'
curl '${sampleOrigin}/validate-token' \\
  -H "Authorization: Bearer $TOKEN"`,
      typescript: `import { each, orThrow, quad, type Tokens } from 'quad-client'

let tokens: Tokens | undefined
const api = quad({
  origin: '${sampleOrigin}',
  // Browsers use cookies and leave this out.
  native: { read: () => tokens, write: (next) => { tokens = next } },
})
const email = 'ada@demo.example.edu'
await orThrow(api.auth.login({ email, password: 'demo password' }))`,
    },
  },
  {
    id: 'list',
    title: 'List with pages',
    text: [
      'Lists return `limit` entries and a `nextCursor`. Send it as `cursor` to get the next page. The last page has none.',
    ],
    code: {
      curl: `curl '${sampleOrigin}/get-future-events?limit=20'

# The next page, with the nextCursor of the response:
curl '${sampleOrigin}/get-future-events?limit=20&cursor=…'`,
      typescript: `const upcoming = each(api.events.listFutureEvents, { limit: 20 }, (page) => page.events)
for await (const event of upcoming) console.log(event._id, event.name, event.start_time)`,
    },
  },
  {
    id: 'register',
    title: 'Register for an event',
    text: [
      '`status` is `attending`, or `waitlisted` with a `waitlistPosition`. A full event without a waitlist returns `409` with the code `EVENT_FULL`. A repeated request is safe: a person is registered once.',
    ],
    code: {
      curl: `curl -X POST '${sampleOrigin}/rsvp/demo-event' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"guestCount":1}'`,
      typescript: `const result = await api.attendance.registerForEvent({ event_id: 'demo-event' })
if (!result.ok) console.error(result.code === 'EVENT_FULL' ? 'The event is full' : result.message)
else if (result.data.status === 'waitlisted') console.log('Waitlist', result.data.waitlistPosition)
else console.log('Registered')`,
    },
  },
  {
    id: 'changes',
    title: 'Receive changes',
    text: [
      'To follow a list or an event, repeat the read with its `ETag` as `If-None-Match`: `304` without a body means unchanged. To follow what concerns one person, read their [notifications](/docs/notifications#listNotifications). Apps [register for push messages](/docs/users#registerPushToken), and calendar programs subscribe to [iCalendar feeds](/docs/calendars).',
    ],
    code: {
      curl: `curl -i '${sampleOrigin}/get-event/demo-event' \\
  -H 'If-None-Match: "ZU61NIPbdlrEqwBdMoRHGEpJFqV"'

curl '${sampleOrigin}/notifications?status=unread&limit=20' \\
  -H "Authorization: Bearer $TOKEN"`,
      typescript: `const unread = await orThrow(api.notifications.listNotifications({ status: 'unread', limit: 20 }))
for (const { title, message } of unread.data) console.log(title, message)`,
    },
  },
]

/** The tasks as parts of the start page. */
export const taskParts: string = tasks
  .map(
    ({ id, title, text, code }, at) =>
      `<section class="op task" id="${id}"><div class="about"><h2><a href="#${id}">${at + 1}. ${title}</a></h2>${text.map((each) => `<p>${words(each)}</p>`).join('')}</div><div class="samples">${codeFigures(code)}</div></section>`,
  )
  .join('')
