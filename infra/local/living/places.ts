import type { DemoRoom } from '../demo.ts'

/** Rooms of the demo schools, beside those of `demo.ts`. */
export const moreRooms: Readonly<Record<'demo' | 'rpi', readonly DemoRoom[]>> = {
  demo: [
    { name: 'Room 204', capacity: 40, features: ['Projector'] },
    { name: 'Hall C workshop', capacity: 40, features: ['Workbenches', 'Step-free access'] },
    { name: 'Music room 2', capacity: 30, features: ['Piano'] },
    { name: 'Student center kitchen', capacity: 20, features: ['Kitchen'] },
    { name: 'Student center café', capacity: 60, features: ['Step-free access'] },
    { name: 'Student center foyer', capacity: 80, features: ['Step-free access'] },
    { name: 'Science building roof', capacity: 25, features: [] },
  ],
  rpi: [
    { name: 'Boathouse', capacity: 50, features: ['Step-free access'] },
    { name: 'Library annex', capacity: 30, features: ['Projector', 'Step-free access'] },
    { name: 'Common room', capacity: 40, features: ['Kitchen'] },
  ],
}

/** Places of events that are no rooms. */
export const placesOutside: readonly string[] = [
  'Food bank, Mill Street',
  'Public library, floor 2',
  'Meet at the main gate',
]
