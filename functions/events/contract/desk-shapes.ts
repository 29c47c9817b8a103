import * as z from 'zod/mini'

const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const flag = maybe(z.boolean())

/** How people check in. */
export const CheckInSettings = z.object({
  /** `qr`: only by the code on a screen, which changes; `link`: only by the address that stays. */
  method: z.enum(['qr', 'link', 'both']),
  allowOnPageCheckIn: z.boolean(),
  requireRegistration: z.boolean(),
  allowEarlyCheckIn: z.boolean(),
})
export type CheckInSettings = z.infer<typeof CheckInSettings>

/** What is not offered may be sent as `false`: clients send the whole object back. */
export const WantedSettings = z.object({
  method: maybe(CheckInSettings.shape.method),
  allowOnPageCheckIn: flag,
  requireRegistration: flag,
  allowEarlyCheckIn: flag,
  autoCheckIn: flag,
  allowAnonymousCheckIn: flag,
  fullyAnonymousCheckIn: flag,
})
export type WantedSettings = z.infer<typeof WantedSettings>

/** Settings as clients read them, with what is not offered. */
export const SettingsView = z.object({
  ...CheckInSettings.shape,
  autoCheckIn: z.boolean(),
  allowAnonymousCheckIn: z.boolean(),
  fullyAnonymousCheckIn: z.boolean(),
})
