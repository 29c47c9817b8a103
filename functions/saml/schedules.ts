import { every } from '../../lib/scheduled/schedule.ts'

/** The hour (UTC) of the daily refresh of all configurations. */
const hour = 4

export const schedules = [
  every(
    'hour',
    'saml.care',
    async (context) => {
      if (context.time.getUTCHours() !== hour) return
      const { refreshAllSchools: careForAll } = await import('./config/metadata.ts')
      await careForAll(context)
    },
    20,
  ),
]
