import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { data, done } from '../../../lib/contract/reply.ts'
import { DomainChange, DomainDraft, DomainView } from './domain-shapes.ts'
import { DomainInUse, DomainNotFound, TooManyDomains } from './failures.ts'

const one = '/api/domain/:domainId'
const lab = { domainId: 'demo-domain' }

/** Facilities, departments and services that events pass through. */
export const domainRows = {
  listDomains: {
    summary: 'Every domain of the school',
    method: 'GET',
    path: '/api/domains',
    aliases: ['/api/domain'],
    access: 'admin',
    reply: data(z.array(DomainView)),
    example: { as: 'root' },
  },
  getDomain: {
    summary: 'One domain',
    method: 'GET',
    path: one,
    aliases: ['/api/domains/:domainId'],
    access: 'admin',
    reply: data(DomainView),
    fails: [DomainNotFound],
    example: { as: 'root', path: lab },
  },
  createDomain: {
    summary: 'Makes a domain; what is not given has its default',
    method: 'POST',
    path: '/api/domain',
    aliases: ['/api/domains'],
    access: 'admin',
    body: DomainDraft,
    reply: data(DomainView, 'Domain created successfully', { status: 201 }),
    fails: [TooManyDomains, ConcurrentChange],
    example: { as: 'root', body: { name: 'Laboratories', type: 'facility' } },
  },
  updateDomain: {
    summary: 'Changes a domain; what is absent stays',
    method: 'PUT',
    path: one,
    aliases: ['/api/domains/:domainId'],
    access: 'admin',
    body: DomainChange,
    reply: data(DomainView, 'Domain updated successfully'),
    fails: [DomainNotFound, ConcurrentChange],
    example: { as: 'root', path: lab, body: { domainSettings: { maxCapacity: 40 } } },
  },
  deleteDomain: {
    summary: 'Deletes a domain that has no stakeholder roles',
    method: 'DELETE',
    path: one,
    aliases: ['/api/domains/:domainId'],
    access: 'admin',
    reply: done('Domain deleted successfully'),
    fails: [DomainNotFound, DomainInUse],
    example: { as: 'root', path: lab },
  },
} as const
