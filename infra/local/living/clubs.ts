export type Weekday = 'Sun' | 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat'

/** In the order of `Date.getUTCDay`. */
export const weekdays: readonly Weekday[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * A club of a demo school. `owner` is a position in the school's residents. Texts name no weekday, month or season: the
 * demo schools start on any day. `days` are the weekdays of its events, `meets` says the same in words.
 */
export type ClubPlan = {
  readonly name: string
  readonly school: 'demo' | 'rpi'
  readonly owner: number
  readonly members: number
  readonly about: string
  readonly days: readonly Weekday[]
  readonly meets: string
  readonly posts: readonly string[]
  readonly asksToJoin?: true
}

export const robotics = 'Robotics Club'
export const chess = 'Chess Club'

/** The club of the demo account Ada, which exists already (`demo.ts`), gets members and registrations. */
export const chessMembers = 8

export const clubs: readonly ClubPlan[] = [
  {
    name: robotics,
    school: 'demo',
    owner: 0,
    members: 18,
    about:
      'We build small robots that push, climb and draw. No experience needed: you learn to solder in your first week.',
    days: weekdays,
    meets: 'Every evening from six, Hall C workshop',
    posts: [
      'The new motor drivers have arrived. Come by and help us unpack.',
      'Sumo ring rules are pinned in the workshop. The weight limit stays at 500 grams.',
      'Thank you to everybody who helped at the open house. The drawing robot needs a new pen.',
    ],
    asksToJoin: true,
  },
  {
    name: 'Jazz Ensemble',
    school: 'demo',
    owner: 5,
    members: 11,
    about: 'Big band standards and our own arrangements. Auditions each semester, listeners always welcome.',
    days: ['Wed'],
    meets: 'Wednesdays at six, music room 2',
    posts: [
      'The set list of the big band night is out.',
      'We are looking for a trombone. Borrowed ones count.',
    ],
  },
  {
    name: 'Film Society',
    school: 'demo',
    owner: 7,
    members: 16,
    about: 'One film a week, with an introduction before and an argument after.',
    days: ['Fri'],
    meets: 'Fridays at eight, lecture room 3',
    posts: ['Vote for the double bill: the list hangs at the door of lecture room 3.', 'Popcorn is back.'],
  },
  {
    name: 'Hiking Club',
    school: 'demo',
    owner: 9,
    members: 14,
    about: 'Walks on Saturdays and one overnight trip a semester. We lend boots and head torches.',
    days: ['Mon', 'Sat'],
    meets: 'Mondays at six, room 101; walks on Saturdays',
    posts: ['The ford on the ridge trail is knee-deep: bring spare socks.'],
  },
  {
    name: 'Debate Union',
    school: 'demo',
    owner: 6,
    members: 12,
    about: 'Weekly debates in the parliamentary style, and a workshop for first-time speakers.',
    days: ['Thu'],
    meets: 'Thursdays at half past six, room 204',
    posts: ['Our next motion: this house would make lectures optional.'],
  },
  {
    name: 'Cooking Collective',
    school: 'demo',
    owner: 11,
    members: 13,
    about: 'One long table, one kitchen, one recipe from somebody’s grandmother.',
    days: ['Mon'],
    meets: 'Mondays at six, student center kitchen',
    posts: ['Tell us about allergies before you come. We mean it.'],
  },
  {
    name: 'Astronomy Society',
    school: 'demo',
    owner: 14,
    members: 9,
    about: 'Open nights at the roof observatory, and talks when it is cloudy.',
    days: ['Wed'],
    meets: 'Wednesdays after dark, science building roof',
    posts: ['The big telescope has a new eyepiece. Dress warmly on the roof.'],
  },
  {
    name: 'Student Volunteers',
    school: 'demo',
    owner: 23,
    members: 15,
    about: 'Food bank shifts, homework help and repair evenings. One evening a month is enough.',
    days: ['Thu'],
    meets: 'Thursdays at half past five, wherever help is needed',
    posts: ['We packed 312 boxes last month. Drivers are always needed.'],
  },
  {
    name: 'Coding Circle',
    school: 'demo',
    owner: 26,
    members: 12,
    about: 'Bring a laptop and something broken. We pair up and fix it.',
    days: ['Tue'],
    meets: 'Tuesdays at six, room 204',
    posts: ['The slides about keyboard shortcuts are in the shared folder.'],
  },
  {
    name: 'Rowing Club',
    school: 'rpi',
    owner: 0,
    members: 8,
    about: 'Eights and fours on the river. The learn-to-row course begins every month.',
    days: ['Tue', 'Fri'],
    meets: 'Tuesdays and Fridays at half past five, boathouse',
    posts: ['The river is high: we train on the machines until it falls.'],
  },
  {
    name: 'Poetry Circle',
    school: 'rpi',
    owner: 4,
    members: 7,
    about: 'Read something you wrote, or something you wish you had written.',
    days: ['Sun'],
    meets: 'Sundays at seven, library annex',
    posts: ['Our next theme: borrowed light.'],
  },
  {
    name: 'Board Game Society',
    school: 'rpi',
    owner: 7,
    members: 9,
    about: 'Two hundred games on the shelf. Somebody always explains the rules.',
    days: ['Wed'],
    meets: 'Wednesdays at six, common room',
    posts: ['The missing red pieces were under the radiator.'],
  },
]
