// All that decides and asks others to, to be loaded as one when somebody first does: it brings along what an approval
// changes of an event, its rooms and its people, which nobody who looks at lists needs.

export { decide } from '../decision.ts'
export { acknowledge, delegate } from '../delegation.ts'
