/**
 * The calls of the transcript: every call that the site makes to the database, and the ways in
 * which each can fail. Their order matters: later calls find what earlier ones wrote.
 */
import type { Call } from '../transcript'
import { answers } from './answers'
import { changes } from './changes'
import { errors } from './errors'
import { requests } from './requests'
import { schedule } from './schedule'

export const calls: Call[] = [...schedule, ...requests, ...answers, ...changes, ...errors]
