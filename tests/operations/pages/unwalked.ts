/** Lists whose pages no generated test walks, and why. It only shrinks; a new list belongs into a table beside it. */
export const unwalked: Readonly<Record<string, string>> = {
  'management.exportOrganizations': 'a part holds hundreds; tests/management/export walks them',
  'operators.findSchoolUsers': 'the first people that fit, and no way to go on',
  'events.listEventsOfSameHost': 'the next few events, and no way to go on',
  'events.recommendEvents': 'the best few events, and no way to go on',
  'analytics.exportAttendees': 'a part holds 5000; tests/analytics/exports walks them',
  'approvals.getApproval': 'a part of its size holds a hundred; tests/approvals/comments walks them',
}
