import * as z from 'zod/mini'
import { fail } from '../../../lib/contract/failure.ts'
import { hourMs } from '../../../lib/contract/time.ts'
import { entity } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { replace, type Write } from '../../../lib/table/write.ts'
import { CheckInSettings, type SettingsView, type WantedSettings } from '../contract/desk-shapes.ts'
import { CheckInNotOffered } from '../contract/failures.ts'

/** The check-in desk of an event. Its links derive from `generation` and a secret outside the table. */
export const Desk = z.object({
  eventId: z.string(),
  enabled: z.boolean(),
  settings: CheckInSettings,
  generation: z.number(),
  version: z.number(),
})
export type Desk = z.infer<typeof Desk>
export const desk = entity('Desk', Desk, { scope: 'tenant', pk: 'EV#{eventId}', sk: 'CHECKIN' })

const defaults: CheckInSettings = {
  method: 'both',
  allowOnPageCheckIn: true,
  requireRegistration: false,
  allowEarlyCheckIn: false,
}

export const newDesk = (eventId: string): Desk => ({
  eventId,
  enabled: false,
  settings: defaults,
  generation: 1,
  version: 0,
})

/** A change of a desk. Missing fields keep their value. */
export type DeskChange = {
  readonly checkInEnabled?: boolean | undefined
  readonly checkInSettings?: WantedSettings | null | undefined
}

/**
 * Applies a change to a desk. Unsupported settings are accepted with their fixed value. Otherwise fails with 400
 * `Automatic and anonymous check-in are not offered`.
 */
export const changedDesk = (
  before: Desk,
  { checkInEnabled = before.enabled, checkInSettings }: DeskChange,
): Desk => {
  const { autoCheckIn, allowAnonymousCheckIn, fullyAnonymousCheckIn, ...known } = checkInSettings ?? {}
  if (autoCheckIn || allowAnonymousCheckIn || fullyAnonymousCheckIn) fail(CheckInNotOffered)
  const given = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
  return { ...before, enabled: checkInEnabled, settings: { ...before.settings, ...given } }
}

/** Writes a desk, conditional on the one that was read. */
export const deskWrite = (before: Desk | undefined, after: Desk): Write => replace(desk, before, after)

/**
 * Plans the desk writes of an event change, for its transaction. One strongly consistent read; none without desk
 * fields. Fails like `changedDesk`.
 */
export const deskWrites = async (
  table: Table,
  eventId: string,
  wish: DeskChange,
): Promise<readonly Write[]> => {
  if (wish.checkInEnabled === undefined && !wish.checkInSettings) return []
  const before = await table.get(desk, { eventId }, { strong: true })
  const known = before ?? newDesk(eventId)
  const after = changedDesk(known, wish)
  return JSON.stringify(after) === JSON.stringify(known) ? [] : [deskWrite(before, after)]
}

/** With early entry, check-in opens this long before the start. */
const earlyEntryMs = 24 * hourMs

type EventTimes = { readonly start_time: string; readonly end_time: string }

/** When check-in opens at an event with this desk. It closes when the event ends (rules/checkins 15). */
export const checkInOpensAt = ({ start_time }: EventTimes, found: Desk | undefined): string => {
  const lead = (found?.settings ?? defaults).allowEarlyCheckIn ? earlyEntryMs : 0
  return new Date(Date.parse(start_time) - lead).toISOString()
}

/** Whether a time is `early` or `late` for check-in; undefined when it is open (rules/checkins 15). */
export const checkInTimingOf = (event: EventTimes, found: Desk, at: string): 'early' | 'late' | undefined => {
  const moment = Date.parse(at)
  if (moment > Date.parse(event.end_time)) return 'late'
  return moment < Date.parse(checkInOpensAt(event, found)) ? 'early' : undefined
}

/** Settings as clients read them. */
export const settingsView = (settings: CheckInSettings): z.infer<typeof SettingsView> => ({
  ...settings,
  autoCheckIn: false,
  allowAnonymousCheckIn: false,
  fullyAnonymousCheckIn: false,
})

/** The desk fields of an event. */
export const deskViewOf = (found: Desk | undefined) => {
  const { enabled, settings } = found ?? newDesk('')
  return { checkInEnabled: enabled, checkInSettings: settingsView(settings) }
}
