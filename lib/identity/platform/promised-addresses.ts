import type { Settings } from '../../settings.ts'

/** Whether an address, in lower case, is on the deployment's list of platform administrators. */
export const isListed = ({ PLATFORM_ADMIN_EMAILS }: Settings, email: string): boolean =>
  PLATFORM_ADMIN_EMAILS.toLowerCase()
    .split(',')
    .some((address) => address.trim() === email)
