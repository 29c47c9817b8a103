import type { Outcome } from './crowded-samples.ts'

/** What one operation cost alone, and among so many of what it looks at. `empty` are partitions nobody could crowd. */
export type Measured = {
  readonly name: string
  readonly sizes: readonly number[]
  readonly alone: Outcome
  readonly among: readonly Outcome[]
  readonly empty: readonly string[]
}

const most = { units: 0.5, bytes: 64 * 1024 }

/** Beyond so many of anything no operation costs more. */
const levelFrom = 1000

const apart = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

/** Where an operation leaves the budget P6, in words that a person can act on. */
export const missesOf = ({ among }: Measured): readonly string[] => {
  const of = (part: (one: Outcome) => number) => among.map(part)
  const largest = Math.max(...of(({ largest }) => largest))
  return [
    ...(apart(of(({ read }) => read)) > most.units
      ? [`read units ${of(({ read }) => read).join(', ')}`]
      : []),
    ...(apart(of(({ write }) => write)) > most.units
      ? [`write units ${of(({ write }) => write).join(', ')}`]
      : []),
    ...(apart(of(({ depth }) => depth)) > 0 ? [`round trips ${of(({ depth }) => depth).join(', ')}`] : []),
    ...(apart(of(({ examined }) => examined)) > 0
      ? [`examined ${of(({ examined }) => examined).join(', ')}`]
      : []),
    ...(among.some(({ scans }) => scans > 0) ? ['a scan'] : []),
    ...(largest > most.bytes ? [`${Math.round(largest / 1024)} KB in one answer of the engine`] : []),
  ]
}

/** They hand out whole sets, page by page. */
export const isExport = (name: string): boolean => /\.(?:export\w+|getMyData)$/.test(name)

/** Samples that have to be refused where there are many. */
export const refusedAmongMany: Readonly<Record<string, number>> = {
  // People hold the role by then.
  'members.deleteRole': 409,
  // Whoever planned it is no longer alone with the right to decide, so others have to.
  'budgets.approveBudgetStage': 403,
  // Among the decisions is an approval of this step by the same person.
  'approvals.rejectEvent': 409,
  'approvals.requestEventChanges': 409,
  // Its rows are still being deleted.
  'management.restoreOrganization': 409,
}

/** What is known to miss the budget among few, and why it stays. Anything else fails, and so does what goes on to grow. */
export const knownMisses: readonly { readonly names: RegExp; readonly what: RegExp; readonly why: string }[] =
  [
    {
      names:
        /^events\.(?:listFutureEvents|listAllEvents|listEventsOfMonth|listEventsBetween|listGoingEvents|recommendEvents)$|^organizations\.listMeetings$/,
      what: /KB/,
      why: 'a page looks at a hundred cards of 1.3 KB, of which it shows those that the reader may see',
    },
    {
      names: /^calendars\./,
      what: /read units|examined|KB/,
      why: 'a calendar is one document of up to 500 events; beyond them it costs the same',
    },
    {
      names: /^organizations\.listMeetings$|^events\.listEvents(?:OfMonth|Between)$/,
      what: /read units|examined|round trips/,
      why: 'where none of a hundred events is shown it looks twice more; beyond them it costs the same',
    },
    {
      names: /^users\.searchUsers$|^operators\.findSchoolUsers$|^management\.listManagedOrganizations$/,
      what: /read units|examined|KB/,
      why: 'up to 400 rows of a word are looked at, 240 for administrators; beyond them it costs the same',
    },
    {
      names: /^jobs\.list\w+$/,
      what: /read units|examined|KB/,
      why: 'up to 200 shifts of an event or a person, each with whoever works it; beyond them it costs the same',
    },
    {
      names:
        /^analytics\.(?:getOrgEventAnalytics|getEventDashboard|getSchoolEventDashboard|exportEventReport)$/,
      what: /read units|examined|KB/,
      why: 'up to 500 who work at one event, and 500 who offered to, are counted; beyond them it costs the same',
    },
    {
      names: /^(?:organizations\.deleteForm|forms\.deleteEventForm)$/,
      what: /read units|examined|KB/,
      why: 'up to 500 events that are ahead are asked whether they use the form; beyond them it costs the same',
    },
    {
      names: /^tasks\.\w+$/,
      what: /read units|examined|KB/,
      why: 'up to 500 tasks of one organization are shown or put in an order at once; beyond them it costs the same',
    },
    {
      names: /^analytics\.(?:rankOrganizationEvents|getOrganizationEventSnapshot)$/,
      what: /examined|KB/,
      why: 'a hundred cards of 1.3 KB are ranked, and one more says whether there are others',
    },
    {
      names: /^planning\.listEventTemplates$/,
      what: /KB/,
      why: 'up to 100 templates of one organization',
    },
    {
      names: /^(?:stakeholders\.getEventCreationEligibility|pages\.(?:showEventForm|submitEventForm))$/,
      what: /read units|examined|KB/,
      why: 'up to 200 memberships of one person, each with the organization; beyond them it costs the same',
    },
    {
      names: /^(?:stakeholders|approvals|planning)\.\w+$/,
      what: /KB/,
      why: 'roles, domains and the flow of a school are read as one: 90 roles and 90 domains here',
    },
    {
      names: /^auth\.validateToken$|^invites\.listPendingInvites$/,
      what: /KB/,
      why: 'up to 100 invitations of one person',
    },
    {
      names: /^pages\./,
      what: /KB/,
      why: 'a page shows what lists of these others answer, and asks who reads it',
    },
    {
      names: /^checkins\.list\w+$|^management\.listPendingOrganizations$/,
      what: /KB/,
      why: 'a page looks at a hundred rows, of which it shows those that are asked for',
    },
  ]

const isKnown = (name: string, miss: string): boolean =>
  knownMisses.some(({ names, what }) => names.test(name) && what.test(miss))

/** What grows where nothing but a whole set does any more. */
const growthOf = (measured: Measured): readonly string[] => {
  const among = measured.among.filter((_, at) => (measured.sizes[at] ?? 0) >= levelFrom)
  return missesOf({ ...measured, among }).filter((miss) => !miss.endsWith('of the engine'))
}

/** The misses that nobody has said yes to. */
export const unknownMissesOf = (measured: Measured): readonly string[] => {
  const { name } = measured
  if (isExport(name)) return []
  const unknown = missesOf(measured).filter((miss) => !isKnown(name, miss))
  return [...unknown, ...growthOf(measured).filter((miss) => !unknown.includes(miss))]
}
