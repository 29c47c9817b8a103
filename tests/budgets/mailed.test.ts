import { expect, it } from 'vitest'
import { attendanceStream } from '../attendance/stream.ts'
import { office, officer, submitted, treasury } from './campus.ts'

// rules/budgets 37
it('notifications about a budget lead to it, and say why it was rejected', async () => {
  const { w, dean, club } = await treasury()
  const stream = await attendanceStream(w)
  const { orgId, budgetId } = await submitted(club)
  const named = { orgId, budgetId }
  await club.owner.device.approveBudgetStage({ ...named, ...officer })
  await dean.device.rejectFinanceStage({ ...named, ...office, message: 'The fund is empty' })
  await stream.drain()
  const page = `/club-dashboard/${orgId}?part=budgets&id=${budgetId}`
  const { data } = (await club.treasurer.device.listNotifications()).body
  const rejection = data.find(({ title }: { title: string }) => title.startsWith('Rejected: '))
  expect(rejection.metadata.navigation).toEqual({ deepLink: page })
  const mail = w.mails.find(({ to, subject }) => to === club.treasurer.email && subject === rejection.title)
  expect(mail?.text).toContain('The fund is empty')
  expect(mail?.text).toContain(page)
  const waiting = w.mails.filter(({ subject, text }) => subject.startsWith('Approval required') && text)
  expect(waiting.length).toBeGreaterThan(1)
  for (const { text } of waiting) expect(text).toContain(page)
})
