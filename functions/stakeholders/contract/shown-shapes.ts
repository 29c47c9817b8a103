import * as z from 'zod/mini'
import { FlowView, RoleView } from './flow-shapes.ts'
import { ShownForm } from './form-shapes.ts'
import {
  DomainView,
  EventSystemSettings,
  ExplorePage,
  NotificationSettings,
  PageSettings,
  SystemRestrictions,
} from './settings-shapes.ts'

/** A domain as it is read: one that is deleted is gone, so each is active. */
export const ShownDomain = z.object({
  ...DomainView.shape,
  isActive: z.boolean(),
  stakeholderRoles: z.array(
    z.object({
      ...z.pick(RoleView, {
        _id: true,
        stakeholderName: true,
        stakeholderType: true,
        description: true,
        permissions: true,
        isActive: true,
      }).shape,
      /** One for each person who holds the role, a hundred at most. */
      members: z.array(z.object({ isActive: z.boolean() })),
    }),
  ),
})
export type ShownDomain = z.infer<typeof ShownDomain>

/** The configuration as it is read: parts of it also where existing clients look for them, and may send them back. */
export const ShownSettings = z.object({
  ...EventSystemSettings.shape,
  formConfig: ShownForm,
  systemSettings: z.object({
    ...EventSystemSettings.shape.systemSettings.shape,
    notificationSettings: NotificationSettings,
    systemRestrictions: SystemRestrictions,
  }),
  pageSettings: z.object({ ...PageSettings.shape, explorePage: ExplorePage }),
  domains: z.array(DomainView),
  approvalFlow: FlowView,
})
export type ShownSettings = z.infer<typeof ShownSettings>
