import { searchEmailsContract } from '../../contract/searchEmailsContract.ts';
import { overEveryArchive } from './everyArchive.ts';

overEveryArchive(searchEmailsContract);
