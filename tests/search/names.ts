import { seeded } from '../load/seeded.ts'

const random = seeded(20)
const pick = <V>(all: readonly V[]): V => all[random.between(0, all.length - 1)] as V

const first = [
  'Anna',
  'Bob',
  'Chloé',
  'Dmitri',
  'Éva',
  'Søren',
  'Łukasz',
  'José',
  'Maria',
  'Ngoc',
  'O’Brian',
  'Zoë',
]
const last = [
  'Jones',
  'Smith',
  'García',
  'Müller',
  'Nguyễn',
  'Kowalski',
  'Jansen',
  'Straße',
  'Mac Donald',
  'Ito',
]
const kinds = [
  'Chess',
  'Rowing',
  'Ballet',
  'Robotics',
  'Debate',
  'Café',
  'Jazz',
  'Book',
  'Cooking',
  'Climbing',
]
const forms = ['Club', 'Society', 'Team', 'Union of Students', 'Circle', 'Association']

/** Two names that many have, but hardly anybody both; and numbers, which all begin alike. */
export const personName = (at: number): string => {
  if (at % 10 < 3) return at === 3001 ? 'Anna Jones' : `Anna ${at % 2 ? 'Smith' : 'Miller'}`
  if (at % 10 < 6) return `Bob Jones`
  if (at % 10 < 7) return `Student ${String(at).padStart(6, '0')}`
  return `${pick(first)} ${pick(last)}`
}
export const thingName = (at: number): string => {
  if (at % 10 < 2) return `Campus Club ${String(at).padStart(6, '0')}`
  if (at % 10 < 4) return at % 1000 === 3 ? 'Quiet Chess' : 'Quiet Study'
  return `${pick(kinds)} ${pick(forms)}${at % 3 ? '' : ` ${pick(last)}`}`
}

/** The words of a text, read in another way than the platform does. */
export const naive = (text: string): string[] =>
  text
    .replace(/[’']/g, '')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
