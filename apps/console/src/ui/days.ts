/** The last second of a day in the time zone of the reader. @param day as a date field has it: `2030-12-31` */
export const dayEnd = (day: string) => Math.floor(new Date(`${day}T23:59:59`).getTime() / 1000);

/** The day of a time in epoch seconds, as a date field takes it. */
export function dayOf(time: number): string {
  const date = new Date(time * 1000);
  const pad = (number: number, length = 2) => String(number).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Whether a time in epoch seconds is over; null never is. */
export const isOver = (time: number | null) => time !== null && time * 1000 <= Date.now();
