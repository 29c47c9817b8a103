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

/** A domain as returned. Deleted domains are not stored, so each one is active. */
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
      /** One entry for each holder of the role, at most a hundred. */
      members: z.array(z.object({ isActive: z.boolean() })),
    }),
  ),
})
export type ShownDomain = z.infer<typeof ShownDomain>

/**
 * The configuration as returned. Some parts are repeated where existing clients read them; clients may send them back.
 */
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
