/**
 * The calls that the transcript holds: everything the site asks of the database (spec 7), and the ways in which each can fail. Their order
 * counts: a later one finds what the earlier ones wrote.
 */
import type { Call } from '../transcript'
import { changes } from './changes'
import { refusals } from './refusals'
import { requests } from './requests'
import { schedule } from './schedule'

export const calls: Call[] = [...schedule, ...requests, ...changes, ...refusals]
