import { contentBlobKey } from '../../../lib/archive/blobKeys.ts';
import { readFileTasks, workOffMessage } from '../../../lib/aws/fileTasks.ts';
import { NoS3EventError } from '../../../lib/aws/s3Events.ts';

const event = (...records: [string, string][]) =>
  JSON.stringify({
    Records: records.map(([eventName, key]) => ({
      eventName,
      s3: { object: { key: key.split('/').map(encodeURIComponent).join('/') } },
    })),
  });
const id = '0190f1e4-0000-8000-8000-000000000001';

describe('readFileTasks', () => {
  it('tells a mail by its content, whatever its account is called', () => {
    const keys = ['billing', 'shared/lists', 'Zoë +1'].map(account => contentBlobKey(account, id));
    expect(readFileTasks(event(...keys.map((key): [string, string] => ['ObjectCreated:Put', key])))).toEqual(
      ['billing', 'shared/lists', 'Zoë +1'].map(accountId => ({
        kind: 'index',
        subject: { kind: 'mail', accountId, storedEmailId: id },
      })),
    );
  });

  it('tells documents of the library by their paths, at any depth, those that went too', () => {
    expect(
      readFileTasks(event(['ObjectCreated:Put', 'library/a b.md'], ['ObjectRemoved:Delete', 'library/x/y/ü+1.pdf'])),
    ).toEqual(
      ['library/a b.md', 'library/x/y/ü+1.pdf'].map(path => ({ kind: 'index', subject: { kind: 'library', path } })),
    );
  });

  it('passes over what marks a folder, and over what is of no mail', () => {
    expect(
      readFileTasks(event(['ObjectCreated:Put', 'library/empty/'], ['ObjectCreated:Put', 'content/a/b/c'])),
    ).toEqual([]);
    expect(readFileTasks('{"Event":"s3:TestEvent"}')).toEqual([]);
  });

  it('tells that what is pending is to be worked off, as it is sent here and by the schedule', () => {
    expect(readFileTasks(workOffMessage())).toEqual([{ kind: 'workOff', stood: 0 }]);
    expect(readFileTasks(workOffMessage(3))).toEqual([{ kind: 'workOff', stood: 3 }]);
    expect(readFileTasks('{"files":"workOff","stood":"many"}')).toEqual([{ kind: 'workOff', stood: 0 }]);
  });

  it.each([['poison'], ['{"files":"workOff"'], ['{"files":"other"}'], ['{}']])('refuses %s', body => {
    expect(() => readFileTasks(body)).toThrow(NoS3EventError);
  });
});
