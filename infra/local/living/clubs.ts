/** A club of a demo school. `owner` is a position in the school's residents. */
export type ClubPlan = {
  readonly name: string
  readonly school: 'demo' | 'rpi'
  readonly owner: number
  readonly members: number
  readonly about: string
  readonly meets: string
  readonly posts: readonly string[]
  readonly asksToJoin?: true
}

export const robotics = 'Robotics Club'

export const clubs: readonly ClubPlan[] = [
  {
    name: robotics,
    school: 'demo',
    owner: 0,
    members: 18,
    about:
      'We build small robots that push, climb and draw. No experience needed: you learn to solder in your first week.',
    meets: 'Tuesdays at seven, workshop in Hall C',
    posts: [
      'The new motor drivers have arrived. Come on Tuesday and help us unpack.',
      'Sumo ring rules are pinned in the workshop. Weight limit stays at 500 grams.',
      'Thank you to everybody who helped at the open house. Forty visitors drove a robot.',
    ],
    asksToJoin: true,
  },
  {
    name: 'Jazz Ensemble',
    school: 'demo',
    owner: 5,
    members: 11,
    about: 'Big band standards and our own arrangements. Auditions each term, listeners always welcome.',
    meets: 'Wednesdays at six, music room 2',
    posts: ['Set list for the winter concert is out.', 'We are looking for a trombone. Borrowed ones count.'],
  },
  {
    name: 'Film Society',
    school: 'demo',
    owner: 7,
    members: 16,
    about: 'One film a week, with an introduction before and an argument after.',
    meets: 'Fridays at eight, lecture room 3',
    posts: ['Vote for the last film of the term until Sunday.', 'Popcorn is back.'],
  },
  {
    name: 'Hiking Club',
    school: 'demo',
    owner: 9,
    members: 14,
    about: 'Day walks at weekends and one overnight trip a term. We lend boots and head torches.',
    meets: 'First Monday of the month at six, room 101',
    posts: ['Snow above 800 metres: bring gaiters on Sunday.'],
  },
  {
    name: 'Debate Union',
    school: 'demo',
    owner: 6,
    members: 12,
    about: 'Weekly debates in the parliamentary style, and a workshop for first-time speakers.',
    meets: 'Thursdays at half past six, room 204',
    posts: ['Motion for Thursday: this house would make lectures optional.'],
  },
  {
    name: 'Cooking Collective',
    school: 'demo',
    owner: 11,
    members: 13,
    about: 'Twelve people, one kitchen, one recipe from somebody’s grandmother.',
    meets: 'Mondays at six, kitchen of the student centre',
    posts: ['Tell us about allergies when you register. We mean it.'],
  },
  {
    name: 'Astronomy Society',
    school: 'demo',
    owner: 14,
    members: 9,
    about: 'Open nights at the roof observatory whenever the sky is clear.',
    meets: 'Clear Wednesdays at nine, roof of the science building',
    posts: ['Jupiter is high before midnight this week. Dress warmly.'],
  },
  {
    name: 'Student Volunteers',
    school: 'demo',
    owner: 23,
    members: 15,
    about: 'Food bank shifts, homework help and the spring clean-up. One evening a month is enough.',
    meets: 'Last Thursday of the month at five, room 101',
    posts: ['We packed 312 boxes last month. Drivers are needed for December.'],
  },
  {
    name: 'Coding Circle',
    school: 'demo',
    owner: 26,
    members: 12,
    about: 'Bring a laptop and something broken. We pair up and fix it.',
    meets: 'Tuesdays at six, room 204',
    posts: ['Slides of the accessibility evening are in the shared folder.'],
  },
  {
    name: 'Rowing Club',
    school: 'rpi',
    owner: 0,
    members: 4,
    about: 'Eights and fours on the river. The learn-to-row course begins every month.',
    meets: 'Weekdays at six in the morning, boathouse',
    posts: ['The river is high: land training until Friday.'],
  },
  {
    name: 'Poetry Circle',
    school: 'rpi',
    owner: 4,
    members: 3,
    about: 'Read something you wrote, or something you wish you had written.',
    meets: 'Sundays at seven, library annex',
    posts: ['Theme of the month: borrowed light.'],
  },
]
