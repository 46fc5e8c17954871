import { site } from './studio'

export const badRequests = {
  foreign: `This form was not sent from a page of ours, so we have not taken it. Please open our site again and send it from there, or write to ${site.email}.`,
  tooLarge: `That is more than this form takes, so nothing was sent. Please go back and shorten it, or write to ${site.email}.`,
  unreadable: `This form arrived without its fields, so nothing was sent. Please go back and send it again, or write to ${site.email}.`,
  noCalendar: 'There is no such calendar.',
}
