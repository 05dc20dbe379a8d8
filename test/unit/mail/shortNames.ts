// Names as offices give them, by language, and the charsets they are sent in as raw bytes. Own words, one blank apart.

export interface Names {
  readonly language: string;
  readonly charsets: readonly string[];
  /** Whether the script has capitals: then each name is tried in all its cases. */
  readonly hasCase: boolean;
  readonly names: readonly string[];
}

const words = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .map(word => word.replaceAll('_', ' '));

const cyrillic = ['windows-1251', 'koi8-r', 'ibm866'];

export const shortNames: readonly Names[] = [
  {
    language: 'Russian',
    charsets: cyrillic,
    hasCase: true,
    names: words(`
      договор счёт счет акт накладная отчет смета прайс заявка приказ резюме паспорт доверенность реквизиты устав письмо
      протокол заявление справка анкета график план бюджет перечень ведомость табель расписка квитанция чертеж фото схема
      инструкция презентация каталог спецификация приложение копия скан баланс зарплата отпуск проект тендер лицензия
      сертификат договор_аренды акт_сверки счет-фактура письмо_клиенту новый_год список_сотрудников техническое_задание
      иванов ёлка да цены ведомости закупка контракт поставка оплата платёж выписка маршрут чек билет объявление характеристика меню рецепт песня лекция реферат курсовая диплом задание расписание семинар отзыв жалоба иск решение_суда кадастр выставка адреса телефоны фотографии_отпуск дача рыбалка вася мама сергей ольга завод цех станок дом кухня мебель отгрузка склад остатки инвентаризация премия больничный медосмотр`),
  },
  {
    language: 'Ukrainian',
    charsets: ['windows-1251', 'koi8-u'],
    hasCase: true,
    names: words(`
      договір рахунок звіт кошторис наказ довідка заява лист угода податки дозвіл додаток київ підпис відомість
      акт_звірки рахунок-фактура технічне_завдання презентація квитанція їжа платіж виписка вірш лекція розклад подяка лікарняний відпустка ліцензія місто`),
  },
  {
    language: 'Bulgarian',
    charsets: ['windows-1251'],
    hasCase: true,
    names: words(
      'договор фактура отчет молба заявление протокол справка решение оферта снимка поръчка бюджет списък удостоверение плащане книга обява курс лекция схема рецепта дневник гаранция касова_бележка',
    ),
  },
  {
    language: 'Serbian',
    charsets: ['windows-1251'],
    hasCase: true,
    names: words(`уговор рачун извештај понуда захтев потврда решење фактура записник`),
  },
  {
    language: 'Greek',
    charsets: ['windows-1253', 'iso-8859-7'],
    hasCase: true,
    names: words(`
      τιμολόγιο σύμβαση προσφορά αναφορά απόδειξη βιογραφικό αίτηση κατάλογος πρόγραμμα προϋπολογισμός έγγραφο πρακτικά
      δήλωση παράρτημα φωτογραφία σχέδιο λογαριασμός πιστοποιητικό εγγύηση οδηγίες πληρωμή μισθοδοσία βιβλίο μάθημα εργασία συνταγή διαγωνισμός άδεια μελέτη χάρτης σημειώσεις`),
  },
  {
    language: 'Turkish',
    charsets: ['windows-1254'],
    hasCase: true,
    names: words(`
      sözleşme özgeçmiş görüşme fiyat_listesi_şubat toplantı_tutanağı çizim başvuru_formu yıllık_izin müşteri ödeme_planı
      imza_sirküleri dilekçe ağustos bütçe katılımcı_listesi değerlendirme şartname iş_akışı ödeme şube sınav_sonuçları öğrenci çalışma_planı maaş gümrük_beyannamesi yönetim güncel_liste işlem ihale_ilanı rapor_şablonu çağrı`),
  },
  {
    language: 'Polish',
    charsets: ['windows-1250', 'iso-8859-2'],
    hasCase: true,
    names: words(`
      zamówienie załącznik umowa_najmu_łódź ogłoszenie zaświadczenie sprawozdanie_księgowe płatność oświadczenie życiorys
      wniosek_o_urlop_październik książka zdjęcia_ślub pełnomocnictwo_spółka wyciąg świadectwo rysunek_techniczny_część
      protokół faktura_nr_12_luty_żółw płaca usługi_księgowe wypowiedzenie_umów_zał. członkowie kosztorys_budowlany_pięć raport_miesięczny deklaracja_podatkowa_źródło opłata zgłoszenie lista_obecności harmonogram_zajęć pożyczka`),
  },
  {
    language: 'Czech',
    charsets: ['windows-1250', 'iso-8859-2'],
    hasCase: true,
    names: words(`
      příloha objednávka smlouva_o_dílo účet žádost životopis výkaz potvrzení plná_moc ceník přehled říjen zápis_z_porady
      dodací_list výpis_z_účtu daňové_přiznání nabídka rozpočet_školy stížnost mzdy_září výplata kniha_jízd školení cestovní_příkaz technická_zpráva řešení pozvánka fotky_dětí jídelníček kupní_smlouva závěrka`),
  },
  {
    language: 'Hungarian',
    charsets: ['windows-1250', 'iso-8859-2'],
    hasCase: true,
    names: words(`
      szerződés számla megrendelő önéletrajz jegyzőkönyv árajánlat költségvetés meghatalmazás értesítő melléklet
      jelentkezési_lap képek működési_rend előterjesztés fizetési_felszólítás bérjegyzék kérelem utasítás időpont könyvelés szállítólevél_másolat őszi_program műszaki_leírás hozzájárulás`),
  },
  {
    language: 'Croatian',
    charsets: ['windows-1250'],
    hasCase: true,
    names: words(
      'račun izvještaj_o_radu narudžba životopis ponuda_za_kuću zapisnik_sa_sjednice godišnji_odmor rješenje sažetak',
    ),
  },
  {
    language: 'Romanian',
    charsets: ['windows-1250'],
    hasCase: true,
    names: words(
      'factură cerere_de_concediu_martie_în adeverinţă chitanţă situaţie_financiară ofertă_preţ hotărâre înştiinţare',
    ),
  },
  {
    language: 'German',
    charsets: ['windows-1252'],
    hasCase: true,
    names: words(`
      Übersicht Prüfbericht Kündigung Angebot_Müller Gebührenordnung Verträge Anträge Größe Straßenplan Führerschein
      Präsentation Mängelliste Büro Fußball Änderung Schlüssel Verfügung Lösung Gewährleistung Stückliste März Öl Köln Löhne Rückgabe Bestätigung Gutschrift_Jäger Maßnahmen Vergütung Gehälter Grundstück Geschäftsbericht Höhe Jubiläum Zähler`),
  },
  {
    language: 'French',
    charsets: ['windows-1252'],
    hasCase: true,
    names: words(`
      résumé facture_électricité relevé procès-verbal reçu été_2023 modèle liste_des_élèves congés_payés déclaration
      février août règlement contrat_signé français Noël pièce_jointe dépôt évaluation numéro tâches à_faire coût où ça salaires_décembre bulletin_n°_3 théâtre cœur élections hôtel bibliothèque hébergement vidéo_fête garçon île maître_d’œuvre arrêté`),
  },
  {
    language: 'Spanish',
    charsets: ['windows-1252'],
    hasCase: true,
    names: words(`
      facturación nómina presupuesto_año cotización currículum reunión_número_2 niños información mañana días contraseña
      evaluación electrónica_básica Peña teléfono imágenes inspección España año catálogo_técnico recibo_teléfono sueños número música pingüino acción análisis ñandú fútbol`),
  },
  {
    language: 'Portuguese',
    charsets: ['windows-1252'],
    hasCase: true,
    names: words(`
      orçamento relatório cotação currículo fatura_março reunião comprovante_de_endereço declaração São_Paulo informações
      avaliação inscrição recibo_água serviço não ações salários férias balanço_anual lições maçã irmã pão códigos avô você`),
  },
  {
    language: 'Italian',
    charsets: ['windows-1252'],
    hasCase: true,
    names: words(
      'attività città qualità università libertà perché modalità già più novità è_pronto lunedì disponibilità',
    ),
  },
  {
    language: 'Dutch',
    charsets: ['windows-1252'],
    hasCase: true,
    names: words('reünie financiële ideeën coördinatie België geïnteresseerd efficiënt officiële patiënten'),
  },
  {
    language: 'Nordic',
    charsets: ['windows-1252'],
    hasCase: true,
    names: words(`
      årsrapport bestämmelser ansökan sjukförsäkring lönespecifikation år_2023 förslag kjøpekontrakt lønslip søknad
      bekræftelse møde regnskab_år tilbud_på_køkken hyväksyntä pöytäkirja työsopimus näyttö fundargerð skýrsla öryggi
      ákvörðun lön_oktober möte_protokoll räkning årlig_översikt børn_på_skolen færdig sø_og_å følgeseddel päätös työ tähän lasku_määrä það þingvellir`),
  },
  {
    language: 'Baltic',
    charsets: ['windows-1257'],
    hasCase: true,
    names: words(`
      sąskaita_už_šildymą sutartis_šių_metų prašymas pažyma žiniaraštis rēķins līgums pasūtījums ziņojums iesniegums_šodien
      pārskats vēstule`),
  },
  {
    language: 'Estonian',
    charsets: ['windows-1257'],
    hasCase: true,
    names: words('lisa_nõuded müügileping töögraafik kokkulepe_äriühing põhikiri õppekava'),
  },
  {
    language: 'Marks',
    charsets: ['windows-1252'],
    hasCase: false,
    names: words(`µC µController 5µm 90° 20°C Nr.1º 2ª_via §_12 ½ 10² ©2024 Logo® Preis_5€ 100£ Plan–2024 «devis» it’s
      ±5 Ø20 ×2 ¿Qué Marke™ Rev•2 25€`),
  },
  {
    language: 'Japanese',
    charsets: ['shift_jis', 'euc-jp'],
    hasCase: false,
    names: words(`
      図面 請求書 見積書 議事録 報告書 契約書 領収書 納品書 仕様書 名簿 一覧 予定表 写真 資料 注文書 履歴書 提案書 企画書 申請書 テスト ファイル メモ
      リスト サンプル データ スケジュール マニュアル カタログ アンケート お知らせ はじめに 地図 案 表 会議 売上 経費 日報 週報 月次報告 打ち合わせ
      ご案内 お見積り 組織図 工程表 検査成績書 東京 山田 鈴木 御見積書 配布資料 議題 能力表 添付ファイル 図 給与明細 出張報告 旅費精算 求人票 議案書 会場案内 入札公告 設計図 部品表 作業手順書 業務日誌 年賀状 住所録 レシピ アルバム プレゼン ロゴ チラシ はがき 企画 決算書 保証書 取扱説明書 電話番号 社員名簿 家族写真`),
  },
  {
    language: 'Half-width Japanese',
    charsets: ['shift_jis'],
    hasCase: false,
    names: words(
      `ﾃｽﾄ ﾃﾞｰﾀ ﾌｧｲﾙ ﾘｽﾄ ｶﾀﾛｸﾞ ﾏﾆｭｱﾙ ｽｹｼﾞｭｰﾙ ｻﾝﾌﾟﾙ ｱﾝｹｰﾄ ﾒﾓ ｼｽﾃﾑ構成 ﾕｰｻﾞ一覧 ﾊﾟﾝﾌﾚｯﾄ ｺﾋﾟｰ ｱﾙﾊﾞﾑ ﾚｼﾋﾟ ﾁﾗｼ ﾎﾟｽﾀｰ ｻｰﾊﾞｰ設定 ﾊﾞｯｸｱｯﾌﾟ ﾘﾝｸ ｶﾒﾗ ﾃﾚﾋﾞ`,
    ),
  },
  {
    language: 'Chinese of the mainland',
    charsets: ['gb18030'],
    hasCase: false,
    names: words(`
      图 表 合同 发票 报告 通知 简历 报价单 清单 图纸 附件 照片 名单 方案 计划 预算 总结 说明书 申请表 协议书 会议纪要 财务报表 工资表 考勤表
      营业执照 身份证 采购单 送货单 订单 产品目录 公司简介 培训资料 测试 新建文件夹 扫描件 技术参数 施工图 平面图 价格表 对账单 证书 员工手册
      开票信息 装箱单 提单 样品 流程图 网络 模板 文档 北京 上海 张三 王小明 复件_合同 第一章 课程表 论文 作业 菜单 地图 旅游攻略 毕业证 户口本 房产证 借条 感谢信 邀请函 新闻稿 宣传册 海报 歌词 日记 体检报告 保险单 病历 成绩单 教案 试卷 答案 台账 巡检记录 月报 周报 发言稿 名片`),
  },
  {
    language: 'Chinese of Taiwan',
    charsets: ['big5'],
    hasCase: false,
    names: words(`
      圖 表 合約 發票 報告 通知 履歷 報價單 清單 圖面 附件 照片 名單 企劃書 計畫 預算 總結 說明書 申請表 同意書 會議記錄 財務報表 薪資 功能表
      許功蓋 成功案例 訂單 採購單 出貨單 公司簡介 教育訓練 測試 新資料夾 掃描 規格書 施工圖 平面圖 價目表 對帳單 證書 簡報 行事曆 台北 王小明 作業
      開會通知 問卷 收據 合約書 課程表 論文 菜單 地圖 旅遊 畢業證書 感謝函 邀請函 新聞稿 海報 歌詞 日記 健檢報告 保險單 病歷 成績單 教案 考卷 答案 月報 週報 名片 家族 便當 租約`),
  },
  {
    language: 'Korean',
    charsets: ['euc-kr'],
    hasCase: false,
    names: words(`
      도면 계약서 견적서 보고서 이력서 회의록 세금계산서 사업자등록증 제안서 발주서 명세서 신청서 자료 사진 목록 일정표 안내문 공문 첨부 표 예산
      양식 거래명세표 통장사본 재직증명서 최종본 수정본 기획안 교육자료 설문지 서울 김철수 테스트 파일 납품서 품의서 똠방각하 결과 급여명세서 출장보고서 논문 숙제 지도 여행 졸업증명서 초대장 보도자료 포스터 일기 건강검진 보험증권 성적표 시험지 월간보고 주간보고 명함 꽃`),
  },
  {
    language: 'Hebrew',
    charsets: ['windows-1255'],
    hasCase: false,
    names: words(
      `חשבונית הסכם דוח הצעת_מחיר קבלה טופס מסמך תוכנית רשימה אישור פרוטוקול תלוש_שכר מכתב שיעור מפה תעודה הזמנה סיכום מבחן`,
    ),
  },
  {
    language: 'Arabic',
    charsets: ['windows-1256'],
    hasCase: false,
    names: words(
      `فاتورة عقد تقرير عرض_أسعار سيرة_ذاتية شهادة طلب جدول ملف صورة محضر_اجتماع كتاب رسالة درس خريطة دعوة امتحان راتب نموذج`,
    ),
  },
  {
    language: 'Thai',
    charsets: ['windows-874'],
    hasCase: false,
    names: words('ใบแจ้งหนี้ รายงาน สัญญา ใบเสนอราคา เอกสาร ใบเสร็จ ประกาศ แผนงาน'),
  },
];

const title = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The forms in which a name is tried: its cases, bare and beside what else names hold. */
export function formsOf({ hasCase, names }: Names): string[] {
  const cased = names.flatMap(name => (hasCase ? [...new Set([name, title(name), name.toUpperCase()])] : [name]));
  return cased.flatMap((name, i) => [
    `${name}.pdf`,
    [`${name} 2023.doc`, `2024-05-${name}.xls`, `${name}_v2.docx`, `1. ${name}.txt`, `${name}(1).jpg`][i % 5] as string,
  ]);
}
