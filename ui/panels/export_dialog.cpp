// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/export_dialog.h"

#include "ui/document/core_text.h"
#include "ui/timeline/hover_text.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/look.h"
#include "ui/widgets/plain_number_box.h"
#include "ui/widgets/segmented_choice.h"
#include "ui/widgets/window_style.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QtMath>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kFormWidth = 340;
/// A picture's pixel is CSS's: 1/96 inch.
constexpr int kDotsPerInch = 96;
constexpr double kCmPerInch = 2.54;
enum RangeChoice : int { kWholeRun, kView, kPart };

double cmOf(double px)
{
    return px / kDotsPerInch * kCmPerInch;
}

} // namespace

ExportDialog::ExportDialog(EvaluationPtr evaluation, const PictureSettings& settings, QWidget* parent)
    : QDialog(parent)
    , m_evaluation(std::move(evaluation))
    , m_base(settings)
    , m_preview(new QLabel(this))
    , m_sizeNote(new QLabel(this))
{
    setWindowTitle(tr("Export picture"));
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    makeSubject(*form);
    makePart(*form);
    makeSizes(*form);
    makeLook(*form);
    makeSwitches(*form);
    auto* left = new QVBoxLayout;
    left->addLayout(form);
    left->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_export = buttons->addButton(tr("Export…"), QDialogButtonBox::AcceptRole);
    m_export->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    left->addWidget(buttons);
    auto* holder = new QWidget(this);
    holder->setLayout(left);
    left->setContentsMargins(0, 0, 0, 0);
    holder->setMinimumWidth(kFormWidth);
    holder->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_preview->setObjectName(QStringLiteral("export-preview"));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setMinimumSize(420, 300);
    m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_preview->setAccessibleName(tr("Preview"));
    m_sizeNote->setProperty("quiet", true);
    m_sizeNote->setAlignment(Qt::AlignCenter);
    auto* right = new QVBoxLayout;
    right->addWidget(m_preview, 1);
    right->addWidget(m_sizeNote);
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(20, 20, 20, 20);
    columns->setSpacing(24);
    columns->addWidget(holder);
    columns->addLayout(right, 1);
    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(60);
    connect(&m_previewTimer, &QTimer::timeout, this, &ExportDialog::renewPreview);
    setSettings(settings);
    resize(960, 600);
}

void ExportDialog::addRow(QFormLayout& form, const QString& title, QWidget* editor, QWidget* second)
{
    editor->setAccessibleName(title);
    if (!second) {
        form.addRow(title, editor);
        return;
    }
    auto* both = new QHBoxLayout;
    both->setSpacing(8);
    both->addWidget(editor, 1);
    both->addWidget(second, 1);
    form.addRow(title, both);
}

QDoubleSpinBox* ExportDialog::makeNumber(double least, double most, int decimals, const QString& suffix)
{
    auto* box = new PlainNumberBox(this);
    box->setDecimals(decimals);
    box->setRange(least, most);
    box->setSuffix(suffix);
    box->setMinimumHeight(kFieldHeight);
    connect(box, &QDoubleSpinBox::valueChanged, this, &ExportDialog::settingsChanged);
    return box;
}

void ExportDialog::makeSubject(QFormLayout& form)
{
    m_format = new SegmentedChoice(this);
    m_format->setChoices({tr("PNG"), tr("SVG"), tr("PDF")});
    connect(m_format, &SegmentedChoice::chosen, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Format"), m_format);
    if (m_base.sides.size() > 1) {
        m_subject = new SegmentedChoice(this);
        m_subject->setObjectName(QStringLiteral("export-subject"));
        m_subject->setChoices({tr("Current"), tr("Comparison")});
        connect(m_subject, &SegmentedChoice::chosen, this, &ExportDialog::settingsChanged);
        addRow(form, tr("Picture of"), m_subject);
    }
}

void ExportDialog::makePart(QFormLayout& form)
{
    m_range = new SegmentedChoice(this);
    m_range->setObjectName(QStringLiteral("export-range"));
    m_range->setChoices({tr("Whole run"), tr("View"), tr("From … to")});
    connect(m_range, &SegmentedChoice::chosen, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Range"), m_range);
    const Timeline& timeline = *m_evaluation->timeline;
    const QString unit = unitSuffix(timeline.unit);
    m_from = makeNumber(0, timeline.makespan, 3, unit);
    m_from->setObjectName(QStringLiteral("export-from"));
    m_to = makeNumber(0, timeline.makespan, 3, unit);
    m_to->setObjectName(QStringLiteral("export-to"));
    m_to->setValue(timeline.makespan);
    addRow(form, tr("From, to"), m_from, m_to);
    m_from->setAccessibleName(tr("From"));
    m_to->setAccessibleName(tr("To"));
    const int last = std::max(0, static_cast<int>(timeline.schedule->rankCount()) - 1);
    const std::pair<QSpinBox**, const char*> ranks[] = {{&m_firstRank, "export-first-rank"},
                                                        {&m_lastRank, "export-last-rank"}};
    for (const auto& [box, name] : ranks) {
        *box = new QSpinBox(this);
        (*box)->setObjectName(QLatin1String(name));
        (*box)->setRange(0, last);
        (*box)->setMinimumHeight(kFieldHeight);
        connect(*box, &QSpinBox::valueChanged, this, &ExportDialog::settingsChanged);
    }
    m_lastRank->setValue(last);
    addRow(form, tr("Ranks"), m_firstRank, m_lastRank);
    m_firstRank->setAccessibleName(tr("First rank"));
    m_lastRank->setAccessibleName(tr("Last rank"));
}

void ExportDialog::makeSizes(QFormLayout& form)
{
    m_width = new QSpinBox(this);
    m_width->setRange(200, 20000);
    m_height = new QSpinBox(this);
    m_height->setRange(0, 20000);
    m_height->setSpecialValueText(tr("as needed"));
    for (QSpinBox* box : {m_width, m_height}) {
        box->setSuffix(tr(" px"));
        box->setSingleStep(10);
        box->setMinimumHeight(kFieldHeight);
        connect(box, &QSpinBox::valueChanged, this, &ExportDialog::settingsChanged);
    }
    m_widthCm = makeNumber(cmOf(m_width->minimum()), cmOf(m_width->maximum()), 2, tr(" cm"));
    m_widthCm->setObjectName(QStringLiteral("export-width-cm"));
    addRow(form, tr("Width"), m_width, m_widthCm);
    m_widthCm->setAccessibleName(tr("Width on paper"));
    addRow(form, tr("Height"), m_height);
    m_scale = makeNumber(0.1, 16, 3, tr(" ×"));
    m_scale->setSingleStep(0.5);
    m_dpi = new QSpinBox(this);
    m_dpi->setObjectName(QStringLiteral("export-dpi"));
    m_dpi->setRange(qCeil(m_scale->minimum() * kDotsPerInch), qFloor(m_scale->maximum() * kDotsPerInch));
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setMinimumHeight(kFieldHeight);
    addRow(form, tr("Scale"), m_scale, m_dpi);
    m_dpi->setAccessibleName(tr("Resolution"));
    m_page = new ChoiceBox(this);
    m_page->addItems({tr("Same as the picture"), tr("A4"), tr("A3"), tr("Letter")});
    connect(m_page, &QComboBox::currentIndexChanged, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Page"), m_page);
    linkSizes();
}

void ExportDialog::linkSizes()
{
    const auto follow = [](auto* box, auto value) {
        const QSignalBlocker quiet(box);
        box->setValue(value);
    };
    connect(m_width, &QSpinBox::valueChanged, m_widthCm,
            [this, follow](int px) { follow(m_widthCm, cmOf(px)); });
    connect(m_widthCm, &QDoubleSpinBox::valueChanged, this, [this, follow](double cm) {
        follow(m_width, qRound(cm / kCmPerInch * kDotsPerInch));
        settingsChanged();
    });
    connect(m_scale, &QDoubleSpinBox::valueChanged, m_dpi,
            [this, follow](double scale) { follow(m_dpi, qRound(scale * kDotsPerInch)); });
    connect(m_dpi, &QSpinBox::valueChanged, this, [this, follow](int dpi) {
        follow(m_scale, static_cast<double>(dpi) / kDotsPerInch);
        settingsChanged();
    });
}

void ExportDialog::makeLook(QFormLayout& form)
{
    m_theme = new ChoiceBox(this);
    // In the order of ThemeName.
    m_theme->addItems({tr("Light"), tr("Dark"), tr("Color-blind safe"), tr("Print"),
                       tr("Color-blind safe, dark"), tr("High contrast"), tr("High contrast, dark")});
    connect(m_theme, &QComboBox::currentIndexChanged, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Theme"), m_theme);
    m_labels = new ChoiceBox(this);
    m_labels->setObjectName(QStringLiteral("export-labels"));
    // In the order of LabelMode.
    m_labels->addItems({tr("Where they are legible"), tr("All that fit"), tr("None")});
    connect(m_labels, &QComboBox::currentIndexChanged, this, &ExportDialog::settingsChanged);
    addRow(form, tr("Labels"), m_labels);
}

void ExportDialog::makeSwitches(QFormLayout& form)
{
    const auto add = [&](const QString& title) {
        auto* box = new QCheckBox(title, this);
        connect(box, &QCheckBox::toggled, this, &ExportDialog::settingsChanged);
        form.addRow(QString(), box);
        return box;
    };
    m_title = new QCheckBox(tr("Title"), this);
    m_title->setMinimumHeight(kFieldHeight);
    connect(m_title, &QCheckBox::toggled, this, &ExportDialog::settingsChanged);
    m_titleText = new QLineEdit(this);
    m_titleText->setObjectName(QStringLiteral("export-title"));
    m_titleText->setAccessibleName(tr("Text of the title"));
    m_titleText->setPlaceholderText(tr("no title"));
    m_titleText->setMinimumHeight(kFieldHeight);
    connect(m_titleText, &QLineEdit::textChanged, this, &ExportDialog::settingsChanged);
    form.addRow(m_title, m_titleText);
    m_metrics = add(tr("Metrics"));
    m_legend = add(tr("Legend"));
    m_memory = add(tr("Memory"));
    m_chain = add(tr("Chain of the bubble"));
    m_transparent = add(tr("Transparent background"));
}

PictureSettings ExportDialog::settings() const
{
    PictureSettings settings = m_base;
    settings.format = static_cast<PictureFormat>(m_format->current());
    settings.wholeRun = m_range->current() == kWholeRun;
    settings.ranks = chosenRanks();
    if (m_range->current() == kPart) {
        settings.viewRange = {m_from->value(), m_to->value()};
        settings.viewLanes = settings.ranks;
    }
    settings.ofComparison = m_subject && m_subject->current() == 1;
    settings.width = m_width->value();
    settings.height = m_height->value();
    settings.scale = m_scale->value();
    settings.page = static_cast<PageSize>(m_page->currentIndex());
    settings.theme = static_cast<ThemeName>(m_theme->currentIndex());
    settings.labels = static_cast<LabelMode>(m_labels->currentIndex());
    settings.title = m_titleText->text().trimmed().toStdString();
    settings.showTitle = m_title->isChecked();
    settings.showMetrics = m_metrics->isChecked();
    settings.showLegend = m_legend->isChecked();
    settings.showMemory = m_memory->isChecked();
    settings.showChain = m_chain->isChecked();
    settings.transparent = m_transparent->isChecked();
    return settings;
}

void ExportDialog::setSettings(const PictureSettings& settings)
{
    m_base = settings;
    m_format->setCurrent(static_cast<int>(settings.format));
    m_range->setCurrent(settings.wholeRun ? kWholeRun : kView);
    if (m_subject)
        m_subject->setCurrent(settings.ofComparison ? 1 : 0);
    m_width->setValue(settings.width);
    m_widthCm->setValue(cmOf(settings.width));
    m_height->setValue(settings.height);
    m_scale->setValue(settings.scale);
    m_dpi->setValue(qRound(settings.scale * kDotsPerInch));
    m_page->setCurrentIndex(static_cast<int>(settings.page));
    m_theme->setCurrentIndex(static_cast<int>(settings.theme));
    m_labels->setCurrentIndex(static_cast<int>(settings.labels));
    m_titleText->setText(QString::fromStdString(settings.title));
    m_titleText->setCursorPosition(0);
    m_title->setChecked(settings.showTitle);
    m_metrics->setChecked(settings.showMetrics);
    m_legend->setChecked(settings.showLegend);
    m_memory->setChecked(settings.showMemory);
    m_chain->setChecked(settings.showChain);
    m_chain->setVisible(!settings.chain.empty());
    m_transparent->setChecked(settings.transparent);
    settingsChanged();
}

void ExportDialog::settingsChanged()
{
    if (!m_export)
        return; // the form is not complete yet
    const auto format = static_cast<PictureFormat>(m_format->current());
    for (QWidget* box : std::initializer_list<QWidget*>{m_scale, m_dpi})
        box->setEnabled(format == PictureFormat::Png);
    m_page->setEnabled(format == PictureFormat::Pdf);
    for (QWidget* box : {m_from, m_to})
        box->setEnabled(m_range->current() == kPart);
    for (QWidget* box : {m_firstRank, m_lastRank})
        box->setEnabled(m_range->current() != kView);
    // Sides of a comparison have titles that tell them apart.
    m_titleText->setEnabled(m_title->isChecked() && !(m_subject && m_subject->current() == 1));
    m_previewTimer.start();
}

std::vector<RankId> ExportDialog::chosenRanks() const
{
    std::vector<RankId> ranks;
    if (m_firstRank->value() == m_firstRank->minimum() && m_lastRank->value() == m_lastRank->maximum())
        return ranks;
    const int first = std::min(m_firstRank->value(), m_lastRank->value());
    const int last = std::max(m_firstRank->value(), m_lastRank->value());
    for (int rank = first; rank <= last; ++rank)
        ranks.emplace_back(static_cast<std::uint32_t>(rank));
    return ranks;
}

QString ExportDialog::sizeText(const Scene& scene, const PictureSettings& settings) const
{
    const auto cm = [](double px) { return QString::number(cmOf(px), 'f', 1); };
    const QString px = tr("%1 × %2 px");
    switch (settings.format) {
    case PictureFormat::Png:
        return px.arg(qRound(scene.width * settings.scale)).arg(qRound(scene.height * settings.scale)) +
               QStringLiteral(" · ") +
               tr("%1 × %2 cm at %3 dpi", "width, height, resolution")
                   .arg(cm(scene.width), cm(scene.height))
                   .arg(m_dpi->value());
    case PictureFormat::Pdf:
        return settings.page == PageSize::Fit
                   ? tr("%1 × %2 cm", "width, height").arg(cm(scene.width), cm(scene.height))
                   : tr("on a page of %1", "A4").arg(m_page->currentText());
    case PictureFormat::Svg:
        break;
    }
    return px.arg(qRound(scene.width)).arg(qRound(scene.height));
}

void ExportDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    m_previewTimer.start();
}

void ExportDialog::renewPreview()
{
    const PictureSettings wanted = settings();
    const Result<Scene> scene =
        m_range->current() == kPart && !(m_from->value() < m_to->value())
            ? Result<Scene>(invalidInput(ownWords(tr("The start of the picture must be before its end."))))
            : pictureScene(*m_evaluation, wanted);
    m_export->setEnabled(scene.has_value());
    if (!scene) {
        m_preview->setPixmap({});
        m_sizeNote->setText(coreSentence(scene.error().message));
        return;
    }
    m_sizeNote->setText(sizeText(*scene, wanted));
    const Result<QImage> image =
        previewImage(*m_evaluation, wanted, m_preview->size() - QSize(34, 34), devicePixelRatioF());
    if (!image)
        return;
    m_preview->setPixmap(QPixmap::fromImage(*image));
}

} // namespace bubblescope::ui
