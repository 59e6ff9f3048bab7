// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/export_dialog.h"

#include "ui/document/core_text.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/figures.h"
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
    makeTarget(*form);
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

PictureSettings ExportDialog::settings() const
{
    PictureSettings settings = m_base;
    settings.target = static_cast<FigureTarget>(m_target->current());
    settings.fontPt = m_font->value();
    settings.format = static_cast<PictureFormat>(m_format->current());
    settings.wholeRun = m_range->current() == kWholeRun;
    settings.ranks = chosenRanks();
    if (m_range->current() == kPart) {
        settings.viewRange = {m_from->value() * m_timeUnit.size, m_to->value() * m_timeUnit.size};
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
    settings.showPath = m_path->isChecked();
    settings.showNotes = m_notes->isChecked();
    settings.showSelection = m_selection->isChecked();
    settings.pageColor = static_cast<PageColor>(m_pageColor->current());
    return settings;
}

void ExportDialog::setSettings(const PictureSettings& settings)
{
    m_base = settings;
    m_target->setCurrent(static_cast<int>(settings.target));
    m_font->setValue(settings.fontPt);
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
    m_path->setChecked(settings.showPath);
    m_notes->setChecked(settings.showNotes);
    m_selection->setChecked(settings.showSelection);
    m_pageColor->setCurrent(static_cast<int>(settings.pageColor));
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
    const bool isScreen = m_target->current() == static_cast<int>(FigureTarget::Screen);
    for (QWidget* box : std::initializer_list<QWidget*>{m_width, m_widthCm})
        box->setEnabled(isScreen);
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

QString ExportDialog::sizeText(const PictureSize& size, const PictureSettings& settings) const
{
    const auto number = [](double value) { return QString::number(value, 'f', 1); };
    const QString cm = tr("%1 × %2 cm", "width, height").arg(number(size.widthCm), number(size.heightCm));
    if (settings.format == PictureFormat::Html)
        return tr("A page for browsers, to zoom in: all ranks and times, with the figures");
    QStringList parts;
    if (settings.format == PictureFormat::Png)
        parts << tr("%1 × %2 px")
                     .arg(qRound(size.width * settings.scale))
                     .arg(qRound(size.height * settings.scale))
              << tr("%1 at %2 dpi", "size, resolution").arg(cm).arg(m_dpi->value());
    else if (settings.format == PictureFormat::Pdf && settings.page != PageSize::Fit)
        parts << tr("on a page of %1", "A4").arg(m_page->currentText());
    else if (settings.format == PictureFormat::Svg && settings.target == FigureTarget::Screen)
        parts << tr("%1 × %2 px").arg(qRound(size.width)).arg(qRound(size.height));
    else
        parts << cm;
    if (settings.target != FigureTarget::Screen)
        parts << tr("labels in %1 pt").arg(figureText(settings.fontPt, 2));
    if (size.fitting.wrapped)
        parts << tr("long lines are broken");
    if (size.fitting.smallest > 0)
        parts
            << tr("some text is smaller, %1 pt").arg(number(size.fitting.smallest * size.printScale * 0.75));
    return parts.join(QStringLiteral(" · "));
}

void ExportDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    m_previewTimer.start();
}

void ExportDialog::renewPreview()
{
    const PictureSettings wanted = settings();
    PictureSize size;
    const Result<QImage> image =
        m_range->current() == kPart && !(m_from->value() < m_to->value())
            ? Result<QImage>(invalidInput(ownWords(tr("The start of the picture must be before its end."))))
            : previewImage(*m_evaluation, wanted, m_preview->size() - QSize(34, 34), devicePixelRatioF(),
                           size);
    m_export->setEnabled(image.has_value());
    m_preview->setPixmap(image ? QPixmap::fromImage(*image) : QPixmap());
    m_sizeNote->setText(image ? sizeText(size, wanted) : coreSentence(image.error().message));
}

} // namespace bubblescope::ui
