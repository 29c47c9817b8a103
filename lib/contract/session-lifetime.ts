import { days } from './time.ts'

export const clientTypes = ['web', 'mobile', 'ios', 'android'] as const
export type ClientType = (typeof clientTypes)[number]

/** How long a session lasts, in seconds, by the kind of client that signed in (rules/identity 1). */
export const sessionSeconds: Readonly<Record<ClientType, number>> = {
  web: 30 * days,
  mobile: 30 * days,
  ios: 30 * days,
  android: 30 * days,
}

/** The longest life of any session, in seconds. */
export const longestSessionSeconds = Math.max(...Object.values(sessionSeconds))
