import { type Dice, dice } from './dice.ts'
import type { Campus, Step } from './history.ts'
import type { Occasion } from './occasions.ts'

const asksSchool = ({ fate }: Occasion): boolean => ['waiting', 'granted', 'rejected'].includes(fate)

const planning = ({ at, moment }: Campus, occasion: Occasion): Step => ({
  at: at(occasion.madeOn, 8),
  label: `event ${occasion.number}`,
  async act(ask) {
    const { club, name, about, type, visibility, fate, day, hour, hours, room, place, seats } = occasion
    const wanted = {
      name,
      type,
      visibility,
      description: `${about} Hosted by the ${club.name}.`,
      orgId: club.orgId,
      ...(room ? { classroom_id: room } : {}),
      location: place,
      expectedAttendance: asksSchool(occasion) ? 250 : Math.max(5, occasion.coming.length),
      ...(seats ? { maxAttendees: seats } : {}),
      checkInEnabled: true,
      start_time: moment(day, hour),
      end_time: moment(day, hour + hours),
      asDraft: fate === 'draft',
    }
    const { eventId } = await ask(club.owner, 'POST /create-event', wanted, 'events')
    occasion.eventId = eventId
    return eventId
  },
  restore(id) {
    occasion.eventId = id
  },
})

const overlaps = (one: Span, other: Span): boolean => one.from < other.to && other.from < one.to

type Span = { readonly from: string; readonly to: string }

/** Whether a person has no other shift at that time. If so, they get this one. */
const takes = ({ shifts }: Campus, userId: string, shift: Span): boolean => {
  const taken = shifts.get(userId) ?? []
  if (taken.some((other) => overlaps(other, shift))) return false
  shifts.set(userId, [...taken, shift])
  return true
}

/** Agenda and helpers. */
const furnishing = (campus: Campus, occasion: Occasion, die: Dice): Step[] => {
  const { at, moment } = campus
  const { club, day, hour, hours, number, madeOn } = occasion
  const hasAgenda = die.chance(0.3)
  const hasJobs = die.chance(0.2)
  const shift = { from: moment(day, hour), to: moment(day, hour + hours) }
  const helper =
    hasJobs && club.officer && takes(campus, club.officer.userId, shift) ? club.officer : undefined
  const step: Step = {
    at: at(madeOn, 9),
    label: `event ${number} agenda and jobs`,
    async act(ask) {
      const event = `/org-event-management/${club.orgId}/events/${occasion.eventId}`
      const [start, middle] = [moment(day, hour), moment(day, hour + 0.5)]
      const items = [
        { title: 'Doors open', startTime: start, endTime: middle },
        { title: 'Main part', startTime: middle, endTime: moment(day, hour + 1), location: 'Stage' },
      ]
      if (hasAgenda) {
        await ask(club.owner, `POST ${event}/agenda`, { items })
        await ask(club.owner, `POST ${event}/agenda/publish`, {}, 'agendas')
      }
      if (!hasJobs) return
      const { data } = await ask(
        club.owner,
        `POST ${event}/roles`,
        { name: 'Usher', requiredCount: 2 },
        'jobs',
      )
      if (helper)
        await ask(
          club.owner,
          `POST ${event}/assignments`,
          { roleId: data.role._id, memberId: helper.userId },
          'assignments',
        )
    },
  }
  return hasAgenda || hasJobs ? [step] : []
}

const registering = ({ at }: Campus, occasion: Occasion, die: Dice): Step[] => {
  const { number, coming, madeOn, day } = occasion
  const last = Math.min(day - 1, -1)
  return coming.flatMap((person, nth): Step[] => {
    const when = die.between(madeOn, Math.max(madeOn, last))
    const label = `event ${number} registration ${nth}`
    const body = die.chance(0.1) ? { guestCount: 1 } : {}
    const register: Step = {
      at: at(when, 15),
      label,
      act: async (ask) => void (await ask(person, `POST /rsvp/${occasion.eventId}`, body, 'registrations')),
    }
    if (!die.chance(0.05)) return [register]
    const withdraw: Step = {
      at: at(when, 16),
      label: `${label} withdrawn`,
      act: async (ask) =>
        void (await ask(person, `DELETE /rsvp/${occasion.eventId}`, undefined, 'withdrawals')),
    }
    return [register, withdraw]
  })
}

/** Check-in: most registered people come, and are scanned after the event has started. */
const admitting = (campus: Campus, occasion: Occasion, die: Dice): Step => {
  const { number, day, hour, club } = occasion
  const at = campus.at(day, hour + 0.25)
  const came = occasion.coming.filter(() => die.chance(0.75))
  return {
    at,
    label: `event ${number} door`,
    async act(ask) {
      const scans = came.map(({ school, userId, globalUserId }, nth) => ({
        clientId: `scan-${nth}`,
        at: new Date(at).toISOString(),
        person: school === club.owner.school ? `u-${userId}` : `g-${globalUserId}`,
        action: 'in',
      }))
      if (scans.length > 0)
        await ask(club.owner, `POST /events/${occasion.eventId}/check-in/batch`, { scans })
    },
  }
}

const ending = (campus: Campus, occasion: Occasion): Step[] => {
  const { number, fate, club, day, madeOn } = occasion
  const at = campus.at(madeOn, 10)
  const named = () => ({ event_id: occasion.eventId })
  const last = campus.at(Math.min(day - 1, 0), 20)
  if (fate === 'rejected')
    return [
      {
        at,
        label: `event ${number} rejected`,
        act: async (ask) =>
          void (await ask(campus.warden, 'POST /reject-event', {
            ...named(),
            reason: 'The hall is closed that week',
          })),
      },
    ]
  if (fate === 'granted')
    return [
      {
        at,
        label: `event ${number} granted`,
        act: async (ask) => void (await ask(campus.warden, 'POST /approve-event', named())),
      },
    ]
  if (fate === 'cancelled')
    return [
      {
        at: last,
        label: `event ${number} cancelled`,
        act: async (ask) => void (await ask(club.owner, `POST /cancel-event/${occasion.eventId}`)),
      },
    ]
  if (fate === 'archived')
    return [
      {
        at: campus.at(day + 1, 20),
        label: `event ${number} archived`,
        async act(ask) {
          const status = `/org-event-management/${club.orgId}/events/${occasion.eventId}/status`
          await ask(club.owner, `PUT ${status}`, { status: 'archived' })
        },
      },
    ]
  return []
}

/** An event's actions, from its plan to its end. */
export const stepsOfOccasion = (campus: Campus, seed: string, occasion: Occasion): Step[] => {
  const die = dice(`${seed} event ${occasion.number} life`)
  const { fate, day } = occasion
  const steps = [planning(campus, occasion), ...ending(campus, occasion)]
  if (fate === 'draft' || fate === 'waiting' || fate === 'rejected') return steps
  // An evening of yesterday may not have started yet: hours are in UTC.
  const isOver = day < -1 && fate !== 'cancelled'
  return [
    ...steps,
    ...furnishing(campus, occasion, die),
    ...registering(campus, occasion, die),
    ...(isOver ? [admitting(campus, occasion, die)] : []),
  ]
}
