/** Fictional students. The first ones have a part of their own; see `clubs.ts`. */
const demo =
  'Maya Okafor, Theo Lindqvist, Noah Castellan, Priya Venkat, Lucas Ferrand, Hana Morita, Samuel Adeyemi, Clara Winslow, Diego Marín, ' +
  'Ingrid Solheim, Omar Haddadi, Rosa Pellegrin, Ethan Whitlow, Leila Ansari, Jonas Brandt, Amara Nwosu, Felix Arden, Mei Lin Zhao, ' +
  'Tobias Kerr, Nadia Petrov, Caleb Stroud, Yuna Park, Marco Bellini, Grace Holloway, Idris Coleman, Sofia Lindgren, Arjun Mehrotra, ' +
  'Beatriz Couto, Wyatt Langley, Zainab Karimi, Oliver Trent, Camille Rousset, Kwame Boateng, Freya Dahl, Mateo Quiroga, Lena Vogel, ' +
  'Hugo Marchetti, Thandi Molefe, Ruth Ellison, Viktor Saar'
const sister =
  'Nora Kessler, Malik Barnes, Eun-ji Seo, Patrick Doyle-Reyes, Anika Rao, Simon Falk, Tess Aldridge, Bilal Qureshi, ' +
  'Helena Sousa, Kofi Mensah, Jun Takeda, Ivy Prescott'

/** A resident of a demo school: a name, and an address made from it. */
export type Resident = { readonly name: string; readonly username: string; readonly email: string }

const residentsOf = (names: string, school: string): readonly Resident[] =>
  names.split(', ').map((name) => {
    const plain = name
      .normalize('NFD')
      .replace(/[^A-Za-z ]/g, '')
      .toLowerCase()
    const [given = '', ...family] = plain.split(' ')
    const email = `${[given, ...family].join('.')}@${school}.example.edu`
    return { name, username: `${given}${family.at(-1)?.slice(0, 3)}`, email }
  })

export const residents = {
  demo: residentsOf(demo, 'demo'),
  rpi: residentsOf(sister, 'rpi'),
} as const

/** Positions of residents in the list of the demo school. */
export const president = 0
export const checkInHelper = 1
export const student = 2
