/**
 * Records what became of the messages of a round, each by itself. One that cannot be recorded stays in `unsettled`, which the next round records
 * before it takes messages: a message that was sent is then not sent again when its lease ends. A process that ends in between sends it twice.
 * @throws the first failure, when all have been tried
 */
export async function settle<Settlement>(
  settlements: readonly Settlement[],
  record: (settlement: Settlement) => Promise<void>,
  unsettled: Settlement[],
): Promise<void> {
  const outcomes = await Promise.allSettled(settlements.map(record));
  unsettled.push(...settlements.filter((_, index) => outcomes[index]?.status === 'rejected'));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
