import * as z from 'zod/mini'

const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const flag = maybe(z.boolean())

export const CheckInSettings = z.object({
  /** `qr`: only by the changing code on a screen. `link`: only by the permanent address. */
  method: z.enum(['qr', 'link', 'both']),
  allowOnPageCheckIn: z.boolean(),
  requireRegistration: z.boolean(),
  allowEarlyCheckIn: z.boolean(),
})
export type CheckInSettings = z.infer<typeof CheckInSettings>

/** Clients send the whole object back, so unsupported settings are accepted as `false`. */
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

/** Settings as clients read them, unsupported ones included. */
export const SettingsView = z.object({
  ...CheckInSettings.shape,
  autoCheckIn: z.boolean(),
  allowAnonymousCheckIn: z.boolean(),
  fullyAnonymousCheckIn: z.boolean(),
})
