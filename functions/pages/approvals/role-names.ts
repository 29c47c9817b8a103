import { msg, t } from '../locale.ts'

/** Approver roles that every school starts with. Roles of a school's own keep the name that it entered. */
const builtIn: Readonly<Record<string, string>> = {
  'event coordinator': msg('event coordinator'),
  'facilities manager': msg('facilities manager'),
  'safety officer': msg('safety officer'),
  'department head': msg('department head'),
}

/** A role's name within a sentence, in the reader's language where the role is built in. */
export const roleWords = (name: string): string =>
  Object.hasOwn(builtIn, name) ? t(builtIn[name] ?? name) : name

/** A role's name as a title; schools often write it small. */
export const roleTitle = (name: string): string => {
  const words = roleWords(name)
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}
