import { OwnProviderRequired, WayNotAllowed } from './failures.ts'

/** How a sign-in, and a session, can be refused at the door of a school. */
export const doorRefusals = [OwnProviderRequired, WayNotAllowed] as const
