import type { Context } from '../../lib/context.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { requireCardOf } from '../events/index.ts'
import { columnFor, columnsOf, findBoard } from './board.ts'
import type { Priority, Suggestion } from './contract/shapes.ts'

type SuggestionTemplate = readonly [
  key: string,
  title: string,
  description: string,
  priority: Priority,
  isCritical: boolean,
  days: number,
  when: 'before' | 'after',
]

/** Tasks that nearly every event needs. */
const always: readonly SuggestionTemplate[] = [
  ['kickoff', 'Agree on the plan', 'What it is for, who does what, and by when.', 'high', true, 21, 'before'],
  [
    'promotion',
    'Announce the event',
    'Where it is announced, how often, and who does it.',
    'medium',
    false,
    14,
    'before',
  ],
  [
    'staffing',
    'Find people for every job',
    'Who works on the day, and who steps in.',
    'high',
    true,
    7,
    'before',
  ],
  [
    'runbook',
    'Write down the day',
    'Times, contacts, and what to do if something fails.',
    'high',
    true,
    2,
    'before',
  ],
  [
    'debrief',
    'Look back together',
    'What went well, what did not, what follows.',
    'medium',
    false,
    2,
    'after',
  ],
]

/** More tasks for events of one type. Types are in lower case, as schools name them. */
const byType: ReadonlyMap<string, readonly SuggestionTemplate[]> = new Map(
  Object.entries<readonly SuggestionTemplate[]>({
    workshop: [
      [
        'materials',
        'Prepare the materials',
        'Slides, handouts and what people work with.',
        'high',
        true,
        5,
        'before',
      ],
    ],
    social: [
      [
        'guest-flow',
        'Plan how people come in',
        'Doors, check-in and who greets.',
        'medium',
        false,
        3,
        'before',
      ],
    ],
  }),
)

const suggestionOf = (
  [key, title, description, priority, isCritical, days, direction]: SuggestionTemplate,
  status: string,
): Suggestion => ({
  key,
  title,
  description,
  priority,
  isCritical,
  status,
  dueRule: {
    anchorType: direction === 'after' ? 'event_end' : 'event_start',
    offsetValue: days,
    offsetUnit: 'days',
    direction,
  },
  source: 'template_suggestion',
  userConfirmed: false,
})

/** Lists usual tasks for an event of its own type, or of the requested one. */
export const listTaskSuggestions = async (
  {
    orgId,
    eventId,
    eventType,
  }: { readonly orgId: string; readonly eventId: string; readonly eventType?: string | undefined },
  { table }: Context<OrgAccess>,
) => {
  const [card, board] = await Promise.all([requireCardOf(table, orgId, eventId), findBoard(table, orgId)])
  const { key: status } = columnFor(columnsOf(board), undefined)
  const more = byType.get((eventType || card.type).toLowerCase()) ?? []
  return { suggestions: [...always, ...more].map((usual) => suggestionOf(usual, status)) }
}
